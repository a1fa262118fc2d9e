"""Replaces spaCy's model en_core_web_sm, which no package registry carries.

Tokens and sentences come from spaCy's rules for English, verbs from the list and endings below:
enough to distinguish prose from headings in policies.
"""

import re

import spacy
from spacy.language import Language

VERBS = frozenset(
    """is are was were be been being am has have had having do does did done will would shall should may might can could must
    apply applies applied include includes included including require requires required provide provides provided use uses used
    make makes made take takes took taken give gives gave given get gets got ensure ensures report reports reported keep keeps kept
    need needs needed mean means meant set sets become becomes became contain contains contained comply complies submit submits
    submitted review reviews reviewed approve approves approved ask asks asked hold holds held know knows known see sees seen
    follow follows followed receive receives received request requests requested say says said work works worked cover covers
    covered accept accepts accepted allow allows allowed believe send sends sent tell tells told find finds found""".split()
)
MODAL = frozenset("will would shall should may might can could must".split())
PAST_OR_GERUND = re.compile(r"^[a-z]{3,}(ed|ing|ise|ize|ised|ized|ises|izes|ify|ifies|ified)$")


def tag_of(word: str) -> str:
    lower = word.lower()
    if lower in VERBS:
        return "VBP" if lower not in MODAL else "VB"
    if PAST_OR_GERUND.match(lower):
        return "VBG" if lower.endswith("ing") else "VBD"
    if re.fullmatch(r"[\d.,%]+", word):
        return "CD"
    if word.isalpha():
        return "NNP" if word[0].isupper() else "NN"
    return "."


@Language.component("portal_tags")
def tag_words(doc):
    for token in doc:
        token.tag_ = tag_of(token.text)
    return doc


def load() -> Language:
    nlp = spacy.blank("en")
    nlp.add_pipe("sentencizer")
    nlp.add_pipe("portal_tags")
    return nlp
