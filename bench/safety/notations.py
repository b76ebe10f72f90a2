"""Where secrets stand besides vendors' tokens."""

from __future__ import annotations

import base64
import json
import random
import re
from collections.abc import Iterator
from pathlib import Path

from bench.safety.corpus import A, H, Planted, password, uuid
from bench.safety.harmless import HARMLESS

_SLOT = re.compile(r"\{([AHTB][0-9]{1,3}|U)\}")

PASSWORD_FRAMES = (
    "Server=db;Database=app;User Id=sa;Password={};Encrypt=true",
    "jdbc:mysql://db:3306/app?user=root&password={}&useSSL=false",
    "redis://:{}@cache:6379/0",
    "mongodb+srv://app:{}@cluster0.ab1cd.mongodb.net/prod",
    "amqp://svc:{}@mq:5672/vhost",
    "ansible_ssh_pass: {}\nansible_user: x",
    "spring.datasource.password={}\nspring.x=1",
    "wpa_passphrase={}\nssid=home",
    "username=alice&password={}&remember=1",
    "PGPASSWORD='{}' psql -h db -U app",
    "$ mysql -u root -p{} appdb",
    'mysqldump -uroot -p"{}" appdb > x.sql',
    "curl -u admin:{} https://x.acme.io/api",
    "curl --user 'admin:{}' https://x.acme.io/api",
    "docker login -u bot -p {} registry.acme.io",
    "az login --service-principal -u app -p {} --tenant t",
    'psql "host=db user=app password={} dbname=x"',
    'DSN: "app:{}@tcp(db:3306)/app?parseTime=true"',
    "<password>{}</password>",
    '<property name="password" value="{}"/>',
    '<add name="X" connectionString="Data Source=s;User ID=u;Password={};" />',
    'password = "{}"  # todo rotate',
    "const password = `{}`;",
    '{{"user": "bob", "password": "{}", "x": 1}}',
    "{{'user': 'bob', 'passwd': '{}'}}",
    'db.connect(user="bob", password="{}")',
    'new Credentials("bob").withPassword("{}")',
    "Enter password: {}\nWelcome",
    "Password for bob: {}\n",
    "db.internal:5432:appdb:app:{}",
    "*:*:*:postgres:{}",
    "machine x login y\n  password {}\n",
    "export DB_PASS={}",
    "SET PASSWORD FOR bob = '{}';",
    "CREATE USER app WITH PASSWORD '{}';",
    "ALTER ROLE app PASSWORD '{}'",
    "CREATE USER 'a'@'%' IDENTIFIED BY '{}';",
    "sshpass -p {} ssh x@y",
    "--from-literal=password={}",
    "kubectl create secret generic x --from-literal=db-password={}",
    "echo {} | sudo -S apt update",
    "net use Z: \\\\srv\\share /user:bob {}",
    "| DB_PASSWORD | {} |",
    "| Password | `{}` |",
    "- **Password:** {}\n- **User:** x",
    "**password**: `{}`",
    "password:\t{}",
    "DB_PASSWORD\t{}",
    "smtp_pass = {}",
    '"smtp": {{"auth": {{"user": "a@b.c", "pass": "{}"}}}}',
    'auth: {{ user: "a@b.c", pass: "{}" }}',
    "requirepass {}",
    "htpasswd -b .htpasswd bob {}",
    "ftp://bob:{}@ftp.acme.io/x",
    "rclone config create x webdav user bob pass {}",
    '{{\\"password\\":\\"{}\\"}}',
    '{{\\\\\\"password\\\\\\":\\\\\\"{}\\\\\\"}}',
    'Environment="DB_PASSWORD={}"',
    "ENV DB_PASSWORD {}",
    "ENV DB_PASSWORD={}",
    'db_password  = "{}"\nregion = "x"',
    '- name: DB_PASSWORD\n  value: "{}"\n',
    "- name: DB_PASSWORD\n  value: {}\n",
    "DB_PASSWORD: !vault {}",
    '[Environment]::SetEnvironmentVariable("DB_PASSWORD", "{}", "User")',
    'setx DB_PASSWORD "{}"',
    "heroku config:set DB_PASSWORD={}",
    "os.environ['DB_PASSWORD'] = '{}'",
    "os.environ.setdefault('DB_PASSWORD', '{}')",
    "process.env.DB_PASSWORD = '{}'",
    "getenv('DB_PASSWORD', '{}')",
    'os.getenv("DB_PASSWORD", "{}")',
    "process.env.DB_PASSWORD || '{}'",
    "process.env.DB_PASSWORD ?? '{}'",
    "${{DB_PASSWORD:-{}}}",
    "define('DB_PASSWORD', '{}');",
    "'password' => '{}',",
    ":password => '{}'",
    "password: {}\nport: 1",
    "    password: '{}'\n",
    "if (password === '{}') ok()",
    "id: admin / pw: {}",
    "user: admin pass: {}",
    "user=admin pass={}",
    "Username: admin\nPassword: {}\n",
    "ID: admin\nパスワード: {}\n",
    "type .my.cnf\n[client]\nuser=root\npassword={}\n",
    "//=> password: {}",
    "\u001b[36mpassword\u001b[39m: \u001b[32m'{}'\u001b[39m",
    "2026-01-02T00:00:00Z ##[debug]password={}",
    "$env:DB_PASSWORD = '{}'",
    'ConvertTo-SecureString "{}" -AsPlainText -Force',
    "vault kv put secret/x password={}",
    '"value":"{}","name":"DB_PASSWORD"',
    '{{"key":"DB_PASSWORD","value":"{}"}}',
    'String password = "{}";',
    'private static final String DB_PASS = "{}";',
    'password := "{}"',
    'let password: &str = "{}";',
    '$password = "{}";',
    "@password = '{}'",
    'val password = "{}"',
    '#define WIFI_PASSWORD "{}"',
    'const char* password = "{}";',
    "storePassword={}\nkeyAlias=x",
    'variable "db_password" {{\n  default = "{}"\n}}',
    "set -gx DB_PASSWORD {}",
    "env:\n  - DB_PASSWORD={}\n",
    'environment:\n  - "DB_PASSWORD={}"\n',
    "--set postgresql.auth.password={} --wait",
    '--set "auth.password={}"',
    "WARN login failed for user bob with password {}",
    "Access denied for user 'bob'@'h' (using password: {})",
    'pymysql.connect(host="db", user="bob", passwd="{}", db="x")',
    'new SqlConnection("Server=.;User ID=sa;Password={};")',
    'mongoose.connect("mongodb://bob:{}@h/db")',
    'auth=("bob", "{}")',
    "requests.get(u, auth=('bob', '{}'))",
    'HTTPBasicAuth("bob", "{}")',
    '"login":"bob","passphrase":"{}"',
    "passphrase for key: {}",
    "Enter passphrase: {}",
    'IMAP_PASS: "{}"',
    'MAIL_PASSWORD="{}"',
    '<input type="password" name="password" value="{}">',
    "<Password>{}</Password>",
    "&lt;password&gt;{}&lt;/password&gt;",
    "pass={}&user=bob",
    "user:bob\npassword:{}\n",
    "| user | bob |\n| password | {} |",
    "> password: {}",
    "* パスワード: `{}`",
    "仮パスワードは「{}」です",
    "パスワード → {}",
    "PW: {}",
    "PWは{}です",
    "ID/PW: admin/{}",
    "admin:{} でログインできます",
    "ルートパスワードを {} に設定しました",
    "DB接続: user=app password={} host=db",
    "Das neue Kennwort: {}",
    "Mein Passwort war {}, bitte ändern",
    "Votre mot de passe est : {}",
    "voici le mdp {}",
    "tu contraseña temporal es {}",
    "管理员密码：{}",
    "密码改为{}了",
    "my password was always {}",
    "Temporary password: {} (change on first login)",
    'try "{}" for the password',
    "just type {} when it asks for the password",
    "wifi: HomeNet / {}",
)
"""Each takes a password."""

TOKEN_FRAMES = (
    "client_secret={A40}&grant_type=x",
    '"client_secret": "{A32}"',
    '"refresh_token": "{A60}"',
    '"access_token":"{A40}","expires_in":3600',
    "aws_session_token = {B120}",
    "aws_secret_access_key = {A40}",
    "AWS_SECRET_ACCESS_KEY={A40}",
    '"SecretAccessKey": "{A40}",',
    '"SessionToken": "{B200}",',
    "PrivateKey = {B32}\nAddress = 10.0.0.2/32",
    "otpauth://totp/ACME:bob?secret={T32}&issuer=ACME",
    "RAILS_MASTER_KEY={H32}",
    "APP_KEY=base64:{B32}",
    "APP_SECRET={H32}",
    'NEXTAUTH_SECRET="{B32}"',
    "DATADOG_API_KEY={H32}",
    '"api_key": "{U}"',
    "X-API-Key: {H40}",
    "x-auth-token: {A32}",
    "PRIVATE-TOKEN: {A20}",
    "Authorization: Token {H40}",
    "Authorization: {H64}",
    "Authorization: ApiKey {B30}",
    "Authorization: SSWS 00{A40}",
    "Set-Cookie: session={A32}; Path=/; HttpOnly",
    "//npm.example.org/:_authToken={U}",
    "apiVersion: v1\nkind: Secret\nmetadata:\n  name: db\ndata:\n  a: {B12}\n  b: {B9}\n",
    "https://acct.blob.core.windows.net/c?sv=2022&ss=b&sig={A43}%3D&se=2026",
    "Endpoint=sb://x.servicebus.windows.net/;SharedAccessKeyName=Root;SharedAccessKey={B32}",
    "InstrumentationKey={U};IngestionEndpoint=x",
    "https://s3.amazonaws.com/b/k?X-Amz-Signature={H64}&X-Amz-Date=x",
    "cloudinary://123456789012345:{A27}@acme",
    "PRIVATE_KEY=0x{H64}",
    "slack_signing_secret: {H32}",
    'webhook_secret = "{A24}"',
    "jwt_secret: {A40}",
    "encryption_key: {B32}",
    '"apiKey": "{A20}"',
    "https://oauth2:{A20}@gitlab.acme.io/x.git",
    "https://{A40}@github.com/x/y.git",
    "my token is {A40}",
    "API key: {A32}",
    "the api key is {A32} for prod",
    "APIキー: {A32}",
    "TOKEN={A32} ./run",
    "ngrok config add-authtoken {A48}",
    'stripe.api_key = "sk_test_{A24}"',
    "SECRET_KEY_BASE={H128}",
    "access key = {A32}",
    'const token = "{A40}";',
    'headers["X-Auth-Token"] = "{A32}"',
    'req.Header.Set("Authorization", "Bearer {A40}")',
    'req.Header.Set("X-Api-Key", "{A40}")',
    '.header("X-API-KEY", "{H32}")',
    "Authorization: Bearer\n  {A40}",
    '"Authorization": ["Bearer {A40}"]',
    "#access_token={A40}&token_type=bearer",
    "code=4/0A{A60}&scope=x",
    "webhook secret {H40}",
    "APIキーは {H32} です",
    "clé API : {A32}",
    'azure_openai_key = "{H32}"',
    "Ocp-Apim-Subscription-Key: {H32}",
    "fernet key: {B32}",
    '{"token": {"value": "{A32}"}}',
    "api_key        {A32}",
    "VAULT_TOKEN: s.{A24}",
)
"""Each takes what a machine made: `{A40}` letters and digits, `{H32}` hexadecimal, `{B32}` bytes in base64, `{U}` a
UUID."""


def _more(name: str) -> tuple[str, ...]:
    """Frames gathered later, from tools and tongues that the rules had not been written for."""
    return tuple(map(json.loads, Path(__file__).with_name(name).read_text("utf-8").splitlines()))


def _filled(frame: str, r: random.Random) -> tuple[str, tuple[str, ...]]:
    made: list[str] = []
    pieces = _SLOT.split(frame)
    for place in range(1, len(pieces), 2):
        kind, length = pieces[place][0], int(pieces[place][1:] or 0)
        value = {
            "A": lambda n: "".join(r.choices(A, k=n)),
            "H": lambda n: "".join(r.choices(H, k=n)),
            "T": lambda n: "".join(r.choices("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567", k=n)),
            "B": lambda n: base64.b64encode(r.randbytes(n)).decode(),
            "U": lambda n: uuid(r),
        }[kind](length)
        pieces[place] = value
        made.append(value)
    return "".join(pieces), tuple(made)


def notations(seed: int) -> Iterator[Planted]:
    """Every frame a few times."""
    r = random.Random(seed)
    for frame in (*PASSWORD_FRAMES, *_more("passwords.jsonl")):
        for _ in range(3):
            value = password(r)
            if "://" in frame or "&" in frame or "%" in frame:
                value = value.translate(dict.fromkeys(map(ord, "#?&%/@")))
            text = frame.replace("{{", "{").replace("}}", "}").replace("{}", value)
            yield Planted(f"password / {frame}", text, (value,))
    for frame in (*TOKEN_FRAMES, *_more("tokens.jsonl")):
        for _ in range(3):
            text, made = _filled(frame, r)
            yield Planted(f"token / {frame}", text, made)


def listed(seed: int) -> Iterator[Planted]:
    """The same as a diff, a quotation and a numbered listing show it."""
    for item in notations(seed):
        for listing in ("+{line}", "> {line}", "{number:6}\t{line}"):
            lines = enumerate(item.text.split("\n"), 1)
            text = "\n".join(listing.format(number=number, line=line) for number, line in lines)
            yield Planted(f"{listing} / {item.name}", text, item.secrets)


def harmless(seed: int) -> Iterator[Planted]:
    """Every harmless text twice; the whole of it must stay."""
    r = random.Random(seed)
    for frame in HARMLESS:
        for _ in range(2):
            text, _ = _filled(frame, r)
            yield Planted(f"harmless / {frame[:40]}", text, (), (text,))
