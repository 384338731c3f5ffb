"""The examples that `cargo run -p shortlist-benches --example learning` writes, with the entries that they should give."""
import csv
import hashlib
import json
import re
import unicodedata

import numpy as np

# Words that say nothing about whether two names are the same; as in the scorer of the labelled resumes.
SMALL = {"of", "the", "and", "at", "in", "for", "de", "ltd", "inc", "pvt"}
SINGLE, RANGE = 2, 0


def hashed(word):
    return hashlib.sha256(("shortlist-truth|t|" + word).encode()).hexdigest()[:20]


class Words:
    """Hashes of the words of texts, as the labels have them, remembered."""

    def __init__(self):
        self.texts, self.words = {}, {}

    def of(self, text):
        found = self.texts.get(text)
        if found is None:
            plain = unicodedata.normalize("NFKD", str(text or ""))
            plain = "".join(c for c in plain if not unicodedata.combining(c)).casefold()
            words = {w for w in re.findall(r"[^\W_]+", plain) if len(w) > 1 and w not in SMALL}
            found = self.texts[text] = frozenset(self.words.setdefault(w, hashed(w)) for w in words)
        return found


WORDS = Words()


def alike(first, second):
    """The share of words that two sets of words have in common (Dice)."""
    return 2 * len(first & second) / (len(first) + len(second)) if first and second else 0.0


def time(text):
    found = re.match(r"(\d{4})(?:-(\d\d))?", str(text or ""))
    if found:
        return int(found[1]), int(found[2]) if found[2] else None
    return ("present", None) if text == "present" else None


def same_time(labelled, found):
    a, b = time(labelled), time(found)
    if a is None:
        return True
    if b is None or "present" in (a[0], b[0]):
        return b is not None and a[0] == b[0]
    if None in (a[1], b[1]):
        return a[0] == b[0]
    return abs(a[0] * 12 + a[1] - b[0] * 12 - b[1]) <= 1


def end_of(date):
    """The end of a date: a single date is the end of a study."""
    _line, start, end, written, *_ = date
    return start if written == SINGLE else end or start


class Resume:
    """A resume: its dates and pieces with their rows, and what the rules read."""

    def __init__(self, described, date_rows, piece_rows, truth, source, rules_were_fitted):
        self.id, self.source, self.rules_were_fitted = described["id"], source, rules_were_fitted
        self.dates, self.pieces = described["dates"], described["pieces"]
        self.positions, self.education = described["positions"], described["education"]
        self.date_rows, self.piece_rows = date_rows, piece_rows
        self.language = truth.get("language") or "en"
        self.around = {}
        self.work = Work(self, labels_of(truth.get("positions"), "title", "organization", "start", "end"))
        self.study = Study(self, labels_of(truth.get("education"), "degree", "institution", "end", "end"))
        self.work.other, self.study.other = self.study, self.work

    def near(self, date):
        return self.dates[date][5]

    def text(self, piece):
        return self.pieces[piece][1]

    def words_around(self, line):
        if line not in self.around:
            self.around[line] = frozenset().union(*(WORDS.of(t) for at, t in self.pieces if abs(at - line) <= 4))
        return self.around[line]


class View:
    """A resume as the models of one kind of entries see it: for each date, the labelled entry that it dates."""

    def __init__(self, resume, labels):
        self.resume, self.is_labelled = resume, labels is not None
        self.labels = [label for label in labels or [] if label["role"] or label["organization"]]
        # Entries of which nothing but their time is known count when a reader is measured.
        self.stated = [label for label in labels or [] if label["role"] or label["organization"] or time(label["start"])]
        self.entry_of_date = self.matched()
        self.first = self.second = self.last = self.other = None
        self.known = {}

    def matched(self):
        """For each date, the index of the labelled entry that it dates, or None. Each entry has one date."""
        fits = []
        for at, date in enumerate(self.resume.dates):
            for index, label in enumerate(self.labels):
                fit = self.fit(date, label)
                if fit is not None:
                    fits.append((fit, -at, index))
        entry_of_date, used = [None] * len(self.resume.dates), set()
        for _, at, index in sorted(fits, reverse=True):
            if entry_of_date[-at] is None and index not in used:
                entry_of_date[-at] = index
                used.add(index)
        return entry_of_date

    def shared(self, line, label):
        wanted = label["role"] | label["organization"]
        return len(self.resume.words_around(line) & wanted) / max(1, len(wanted))

    def likeness(self, date, field):
        """How alike each piece near a date is to the labelled phrase, or None if the label has none."""
        if (date, field) not in self.known:
            index = self.entry_of_date[date]
            wanted = self.labels[index][field] if index is not None else None
            near = self.resume.near(date)
            self.known[date, field] = np.array([alike(wanted, WORDS.of(self.resume.text(p))) for p in near]) if wanted else None
        return self.known[date, field]


class Work(View):
    """Positions, which have a start, a title and an employer."""

    name = "work"

    def fit(self, date, label):
        line, start, end, written, ruled, *_ = date
        if not time(label["start"]) or not same_time(label["start"], start):
            return None
        ends = not label["end"] or bool(end) and same_time(label["end"], end)
        if written != SINGLE and not ends:
            return None
        share = self.shared(line, label)
        if share > 0.3 or written == RANGE and share > 0.15:
            return share + 0.5 * ends + 0.3 * (ruled is not None) - 0.3 * (written == SINGLE)
        return None


class Study(View):
    """Education, which has an end, a degree and a school."""

    name = "study"

    def fit(self, date, label):
        if not time(label["end"]) or not same_time(label["end"], end_of(date)):
            return None
        share = self.shared(date[0], label)
        return share if share > 0.3 else None


def labels_of(entries, role, organization, start, end):
    """Labels with hashed words, or with the texts of invented resumes."""
    if not isinstance(entries, list):
        return None
    words = lambda entry, key: frozenset(entry.get(key + "_h") or WORDS.of(entry.get(key)))
    return [
        {"role": words(e, role), "organization": words(e, organization), "start": e.get(start), "end": e.get(end)}
        for e in entries
        if isinstance(e, dict)
    ]


def read(path, truth=None, sources=None, fitted=lambda _id: False):
    """Reads `path.jsonl`, `path.dates` and `path.pieces`. Without truth by id, the resumes carry their own."""
    date_rows, piece_rows = (np.fromfile(f"{path}.{end}", dtype="<i4") for end in ("dates", "pieces"))
    found, at_date, at_piece = [], 0, 0
    for line in open(f"{path}.jsonl", encoding="utf-8"):
        described = json.loads(line)
        dates, wide, width = described["dates"], described["nd"] or 0, described["np"] or 0
        own_dates = date_rows[at_date : at_date + len(dates) * wide].reshape(len(dates), wide)
        at_date += len(dates) * wide
        own_pieces = []
        for date in dates:
            count = len(date[5])
            own_pieces.append(piece_rows[at_piece : at_piece + count * width].reshape(count, width))
            at_piece += count * width
        labels = described["truth"] if truth is None else truth.get(described["id"])
        if labels:
            source = (sources or {}).get(described["id"], "invented")
            found.append(Resume(described, own_dates, own_pieces, labels, source, fitted(described["id"])))
    assert at_date == len(date_rows) and at_piece == len(piece_rows), "the files do not belong together"
    return found


def labelled(path, corpus):
    """The labelled resumes of the open set. The rules were fitted to the older ones, which come first."""
    rows = list(csv.DictReader(open(f"{corpus}/real/dev.tsv", encoding="utf-8"), delimiter="\t"))
    truth = {}
    for line in open(f"{corpus}/real/truth-dev.jsonl", encoding="utf-8"):
        label = json.loads(line)
        if label.get("doc_type", "resume") == "resume":
            truth[label["id"]] = label
    fitted = {row["id"] for row in rows[:300]}
    return read(path, truth, {row["id"]: row["repo"] for row in rows}, lambda i: i in fitted)
