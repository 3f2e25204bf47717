"""The chapters as pages and slides that need neither a kernel nor a network: ``python -m docs.pages --help``."""
