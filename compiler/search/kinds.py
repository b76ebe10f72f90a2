"""Kinds of technology and what is of the kind: who asks which database a project uses wants the line that says SQLite.

Names that mean nothing else, under the words that people ask for them by.
"""

from __future__ import annotations

_MEMBERS = {
    "database, databases, data store": (
        "BigQuery Cassandra ClickHouse CockroachDB CouchDB DuckDB DynamoDB Elasticsearch Firestore InfluxDB MariaDB "
        "MongoDB MySQL Neo4j OpenSearch pgvector Postgres PostgreSQL Qdrant Redis SQLite Supabase TimescaleDB"
    ),
    "vector store, vector index": (
        "Chroma Elasticsearch FAISS LanceDB Milvus pgvector Pinecone Qdrant sqlite-vec Weaviate"
    ),
    "editor, ide": "Emacs IntelliJ Neovim PyCharm Vim VSCode WebStorm Xcode",
    "hosting, cloud provider, hosting provider": (
        "AWS Azure Cloudflare DigitalOcean GCP Heroku Hetzner Linode Netlify Vercel"
    ),
    "message queue, message broker, job queue, task queue": (
        "ActiveMQ Celery Kafka NATS RabbitMQ Sidekiq SQS ZeroMQ"
    ),
    "orm": "ActiveRecord Drizzle Hibernate Peewee Prisma Sequelize SQLAlchemy TypeORM",
    "test framework, testing framework, test runner": (
        "Cypress Jest JUnit Mocha PHPUnit Playwright pytest RSpec Selenium unittest Vitest"
    ),
    "web framework, frontend framework, backend framework": (
        "Actix Angular Axum Django FastAPI Flask htmx Laravel Next.js Nuxt Rails React Starlette Svelte Vue"
    ),
    "programming language": "Clojure Elixir Erlang Golang Haskell JavaScript Kotlin PHP Python Rust Scala TypeScript",
    "chart library, charting library, plotting library": (
        "Chart.js D3.js ECharts Highcharts Matplotlib Plotly uPlot"
    ),
}  # fmt: skip

KINDS = {
    tuple(kind.split()): tuple(names.lower().split()) for kinds, names in _MEMBERS.items() for kind in kinds.split(", ")
}
"""The words of a kind, in order → names of that kind, lower case."""
