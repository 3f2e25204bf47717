from docs.handouts import pages

for path, text in pages().items():
    path.write_text(text, encoding="utf-8", newline="\n")
    print(path)
