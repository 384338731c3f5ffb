"""The examples that `cargo run -p shortlist-benches --example learning` writes, with the positions that they should give."""
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


class Resume:
    """A resume: its dates and pieces with their rows, and for each date the labelled position that it dates."""

    def __init__(self, described, date_rows, piece_rows, labels, source, rules_were_fitted):
        self.id, self.source, self.rules_were_fitted = described["id"], source, rules_were_fitted
        self.dates, self.pieces, self.ruled = described["dates"], described["pieces"], described["positions"]
        self.date_rows, self.piece_rows = date_rows, piece_rows
        self.labels = [e for e in labels if e["title"] or e["organization"]]
        self.position_of_date = self.matched()
        self.first = self.second = None
        self.known = {}

    def near(self, date):
        return self.dates[date][5]

    def text(self, piece):
        return self.pieces[piece][1]

    def words_around(self, line):
        return frozenset().union(*(WORDS.of(t) for at, t in self.pieces if abs(at - line) <= 4))

    def matched(self):
        """For each date, the index of the labelled position whose start it is, or None. Each position has one date."""
        around, fits = {}, []
        for at, (line, start, end, written, ruled, _) in enumerate(self.dates):
            for index, label in enumerate(self.labels):
                if not time(label["start"]) or not same_time(label["start"], start):
                    continue
                ends = not label["end"] or bool(end) and same_time(label["end"], end)
                if written != SINGLE and not ends:
                    continue
                if line not in around:
                    around[line] = self.words_around(line)
                wanted = label["title"] | label["organization"]
                share = len(around[line] & wanted) / max(1, len(wanted))
                if share > 0.3 or written == RANGE and share > 0.15:
                    bonus = 0.5 * ends + 0.3 * (ruled is not None) - 0.3 * (written == SINGLE)
                    fits.append((share + bonus, -at, index))
        position_of_date, used = [None] * len(self.dates), set()
        for _, at, index in sorted(fits, reverse=True):
            if position_of_date[-at] is None and index not in used:
                position_of_date[-at] = index
                used.add(index)
        return position_of_date

    def likeness(self, date, field):
        """How alike each piece near a date is to the labelled title or employer, or None if the label has none."""
        if (date, field) not in self.known:
            index = self.position_of_date[date]
            wanted = self.labels[index][field] if index is not None else None
            near = [alike(wanted, WORDS.of(self.text(p))) for p in self.near(date)] if wanted else None
            self.known[date, field] = np.array(near) if wanted else None
        return self.known[date, field]


def labels_of(truth):
    """Labels with hashed words, or with the texts of invented resumes."""
    return [
        {
            "title": frozenset(e.get("title_h") or WORDS.of(e.get("title"))),
            "organization": frozenset(e.get("organization_h") or WORDS.of(e.get("organization"))),
            "start": e.get("start"),
            "end": e.get("end"),
        }
        for e in truth
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
        if labels and isinstance(labels.get("positions"), list):
            source = (sources or {}).get(described["id"], "invented")
            labels = labels_of(labels["positions"])
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
