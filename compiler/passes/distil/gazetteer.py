"""Well-known technology by name, written as it is usually written; no name that is also a common word."""

from __future__ import annotations

from compiler.records import EntityType
from compiler.text.words import listed

_LIBRARIES = listed(
    "Actix Alembic Angular asyncio Axios Axum BeautifulSoup Bootstrap Celery Cypress Django Drizzle Electron "
    "FastAPI Flask Flutter go-git GTK Hibernate htmx httpx JAX Jest Jetpack jQuery Keras LangChain Laravel "
    "LlamaIndex Lodash Matplotlib MediaPipe Next.js NLTK NumPy Nuxt ONNX onnxruntime OpenCV pandas Playwright "
    "Plotly Prisma Puppeteer Pydantic pytest PyTorch Qt React Redux scikit-learn SciPy Scrapy Selenium Serde "
    "spaCy SQLAlchemy Streamlit Svelte SwiftUI Tailwind Tauri TensorFlow Tokio tRPC UIKit Vitest Vue Zod Zustand"
)
_TOOLS = listed(
    "Airflow Android Anki Ansible Arduino Babel Bazel Blender Cassandra ClickHouse Clojure CMake Cronometer dbt "
    "Debian Docker DuckDB Elasticsearch Elixir Emacs Erlang esbuild ESLint Excel Fedora ffmpeg Figma Golang "
    "Gradle Grafana Hadoop Haskell Homebrew Illustrator ImageMagick iOS JavaScript Jenkins Jupyter Kafka Kotlin "
    "Kubernetes LaTeX Lightroom Linux llama.cpp macOS MariaDB Maven Memcached MongoDB mypy MySQL NATS Neo4j "
    "Neovim Nginx NixOS npm Obsidian OCaml Ollama OpenSearch OpenVPN Pandoc pgvector Photoshop Pinecone pipx pnpm "
    "Podman Postgres PostgreSQL PowerPoint Prettier Prometheus Pulumi Python Qdrant RabbitMQ Redis Rollup Ruff "
    "Scala SQLite systemd Terraform tmux Traefik TypeScript Ubuntu Vagrant Vim Vite VSCode Weaviate Webpack "
    "Windows WireGuard Xcode Zotero zsh"
)
_SERVICES = listed(
    "Airbnb Airtable Amazon Anthropic Asana Auth0 AWS Azure BigQuery Bitbucket ChatGPT Cloudflare Confluence "
    "Copilot Databricks Datadog DigitalOcean Discord Dropbox Duolingo Eventbrite Facebook Firebase Garmin GCP "
    "Gemini GitHub GitLab Gmail Heroku Hetzner HubSpot iCloud Instagram Jira LinkedIn Mailchimp Midjourney "
    "Netflix Netlify Okta OneDrive OpenAI PagerDuty PayPal Perplexity Reddit Salesforce SendGrid Sentry Shopify "
    "Slack Snowflake Spotify Squarespace Strava Stripe Supabase Telegram TikTok Trello Twilio Twitter Uber Vercel "
    "WhatsApp WordPress YouTube Zapier"
)

KNOWN: dict[str, EntityType] = {
    **dict.fromkeys(_LIBRARIES, "library"),
    **dict.fromkeys(_TOOLS, "tool"),
    **dict.fromkeys(_SERVICES, "service"),
}
"""Name to type; matched as written, upper and lower case included."""
