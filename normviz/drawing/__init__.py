"""Pure drawing: numbers in, markup out. What a picture shows is decided here; what it means, in the chapters."""
