"""``python -m docs.lessons`` writes the kits: what is generated lies beside each plan."""

import argparse

from docs.lessons.kit import files

argparse.ArgumentParser("docs.lessons", description="Write the kits of all lessons.").parse_args()
for path, text in files().items():
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8", newline="\n")
    print(path)
