"""Text: Markdown to sentences, redaction, sampling, languages."""
