"""Local language models behind one protocol: found, asked, parsed, accounted for."""
