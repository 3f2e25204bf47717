"""What a learner reads is made of sentences: nothing is shouted, and no scrap of code or of a template is left in."""

import re


def are_plain(*sentences):
    """Assert that each begins as a sentence does, ends as one, and has no word in capitals but the field's own."""
    for words in sentences:
        assert words[0].isupper() or not words[0].isalpha(), words
        assert words[-1] in ".?!:", words
        are_calm(words)


def are_calm(*texts):
    """Assert that no text has a word in capitals, but for the field's own."""
    for words in texts:
        assert set(re.findall(r"[^\W\d_]*[A-ZΓΒΣ]{2}[^\W\d_]*", words)) <= {"RMS", "RMSNorm"}, words
