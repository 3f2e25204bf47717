"""Speed, measured: each module prints what it measured, on which machine, and the ratio to its peer in the same run."""
