"""The command line. Each command is imported only when it is called, so that `musubi --help` answers at once."""

from __future__ import annotations

import importlib
import os
import sys

import click

from compiler.errors import MusubiError

COMMANDS: dict[str, tuple[str, str]] = {
    "compile": ("compiling", "Read what is new and write the vault."),
    "import": ("importing", "Hand over an export (zip or folder), now and for later compiles."),
    "search": ("asking", "Find messages and notes by words and meaning."),
    "similar": ("asking", "Conversations related to one, or to a text."),
    "ask": ("answering", "A cited answer from your own notes."),
    "chat": ("answering", "One question after another, each with its answer."),
    "list": ("showing", "Conversations in the store."),
    "show": ("showing", "One conversation, whole."),
    "topics": ("curating", "What you talk about; rename, merge, hide, rebuild."),
    "decisions": ("recalling", "What was decided, and what still stands."),
    "loops": ("curating", "What was left to do; close, reopen, dismiss."),
    "facts": ("curating", "What is known of you; dismiss."),
    "dossier": ("recalling", "Everything about one name."),
    "context": ("recalling", "What a new session should know before a task."),
    "whoami": ("recalling", "You in brief."),
    "status": ("inspecting", "What the store holds."),
    "sources": ("inspecting", "What was found where."),
    "doctor": ("inspecting", "What is wrong, and what to do about it."),
    "diff": ("learning", "What was learned since a git revision."),
    "audit": ("learning", "How good the vault is, in figures."),
    "hidden": ("curating", "What you hid."),
    "unhide": ("curating", "Show again what you hid."),
    "overrides": ("curating", "Everything you decided, by editing the vault or here."),
    "watch": ("following", "Compile whenever a source changes."),
    "hook": ("following", "Read one session when a coding tool ends it."),
    "mcp": ("serving", "Let agents ask, over the Model Context Protocol."),
    "forget": ("safety", "Remove conversations and everything made of them, for good."),
    "verify": ("verifying", "Do the notes still hold against what was said."),
    "check": ("safety", "Is the store sound, and the vault as written."),
    "backup": ("safety", "Copy the store."),
    "restore": ("safety", "Go back to a backup."),
    "redact": ("safety", "Remove secrets from stdin, to stdout."),
}
"""Name → (module below compiler.cli, help in the list)."""
QUESTIONS = ("asking", "answering", "recalling", "serving")
"""Modules whose commands compare one vector with many: not work enough for several threads."""


class LazyGroup(click.Group):
    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        name = COMMANDS[cmd_name][0]
        if name in QUESTIONS:
            os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # read once, when numpy is loaded
        module = importlib.import_module(f"compiler.cli.{name}")
        command = getattr(module, cmd_name.replace("-", "_") + "_command")
        assert isinstance(command, click.Command)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, help) for name, (_, help) in COMMANDS.items()])

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        name = args[0]
        if name not in COMMANDS and not name.startswith("-"):
            from difflib import get_close_matches

            near = get_close_matches(name, COMMANDS, 1)
            hint = f" Did you mean `{near[0]}`?" if near else ""
            raise click.UsageError(f"There is no command `{name}`.{hint}", ctx)
        return super().resolve_command(ctx, args)


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(package_name="musubi", message="musubi %(version)s")
def cli() -> None:
    """Compile every AI conversation you have had into one linked Obsidian vault, on this machine alone."""


def main() -> None:
    """Run a command. Exit 0 done, 1 could not be completed, 2 wrong usage; errors are one sentence on stderr."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure:
            reconfigure(encoding="utf-8", errors="replace")
    try:
        code = cli.main(prog_name="musubi", standalone_mode=False)
    except click.ClickException as error:
        error.show()
        sys.exit(error.exit_code)
    except (click.Abort, KeyboardInterrupt):
        click.echo("musubi: stopped; what was done is kept, run it again to go on.", err=True)
        sys.exit(1)
    except MusubiError as error:
        click.echo(f"musubi: {error}", err=True)
        sys.exit(error.exit_code)
    except BrokenPipeError:
        # The reader of a pipe (`head`) has what it wanted.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(0)
    except OSError as error:
        click.echo(f"musubi: {error.filename or 'A file'}: {error.strerror or error}.", err=True)
        sys.exit(1)
    sys.exit(code if isinstance(code, int) else 0)
