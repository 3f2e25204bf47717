"""The chapters as pages that need neither a kernel nor a network: ``python -m docs.pages --help``."""
