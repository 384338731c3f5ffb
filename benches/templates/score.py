"""Scores what the reader finds in the rendered resumes.

    predict -- FOLDER/pdf | python3 score.py FOLDER
    predict -- FOLDER/pdf | python3 score.py FOLDER --errors THEME

The first prints a table. The second lists the misses in a theme, unless it is held back.
"""
import argparse
import collections
import csv
import json
import pathlib
import re
import sys
import unicodedata

HERE = pathlib.Path(__file__).parent
FIELDS = ["name", "email", "phone", "place"]
LISTS = ["positions", "schools", "skills"]


def plain(text):
    """Returns the words of a text, in small letters without accents."""
    text = unicodedata.normalize("NFKD", (text or "").lower()).encode("ascii", "ignore").decode()
    return " ".join(re.findall("[a-z0-9]+", text))


def last_digits(phone):
    return re.sub(r"\D", "", phone or "")[-7:]


def same_date(listed, reported):
    """Whether a date is right. A page may show no date, or only the year."""
    return listed is None or (reported or "").startswith(listed)


def same_position(listed, reported):
    names = all(plain(listed[key]) == plain(reported[key]) for key in ("title", "organization"))
    return names and all(same_date(listed[key], reported[key]) for key in ("start", "end"))


def same_words(listed, reported):
    return plain(listed) == plain(reported)


# How a value of the page is held against a value that is reported.
SAME = {
    "name": same_words,
    "email": lambda listed, reported: listed.lower() == (reported or "").lower(),
    "phone": lambda listed, reported: last_digits(listed) == last_digits(reported),
    "place": lambda listed, reported: plain(listed) in plain(reported),
    "positions": same_position,
    "schools": same_words,
    "skills": same_words,
}


def reported_values(line):
    """Returns what the reader reports, by the names of the truth. It reports nothing of a file that it cannot read."""
    return {
        "name": line.get("fullName"),
        "email": line.get("emailAddress"),
        "phone": line.get("phoneNumber"),
        "place": line.get("location"),
        "positions": line.get("positions", []),
        "schools": [it["institution"] for it in line.get("education", [])],
        "skills": line.get("skills", []),
    }


def listed_values(page):
    """Returns what the page shows. A position of which it leaves out a name or the start cannot be found."""
    complete = [it for it in page["positions"] if it["title"] and it["organization"] and it["start"]]
    return page | {"positions": complete}


class Marks:
    """The counts of a group of resumes, and the misses."""

    def __init__(self):
        self.counts = collections.Counter()
        self.misses = []

    def add(self, page, line):
        listed, reported = listed_values(page), reported_values(line)
        self.counts["resumes"] += 1
        for field in FIELDS:
            if listed[field] is not None:
                self.add_field(page["id"], field, listed[field], reported[field])
        for name in LISTS:
            self.add_list(page["id"], name, listed[name], list(reported[name]))

    def add_field(self, resume, field, listed, reported):
        self.counts[field, "listed"] += 1
        if SAME[field](listed, reported):
            self.counts[field, "found"] += 1
        else:
            self.misses.append(f"{resume} {field}: {listed!r}, reported {reported!r}")

    def add_list(self, resume, name, listed, reported):
        """Counts entries. Each one that is reported is the match of at most one on the page."""
        self.counts[name, "listed"] += len(listed)
        self.counts[name, "reported"] += len(reported)
        for entry in listed:
            match = next((it for it in reported if SAME[name](entry, it)), None)
            if match is None:
                self.misses.append(f"{resume} {name}: missed {shown(entry)}")
            else:
                reported.remove(match)
                self.counts[name, "found"] += 1
        self.misses += [f"{resume} {name}: wrong {shown(it)}" for it in reported]

    def row(self):
        fields = [self.percent(field, "listed") for field in FIELDS]
        lists = [f"{self.percent(name, 'listed')} {self.percent(name, 'reported')}" for name in LISTS]
        return [str(self.counts["resumes"]), *fields, *lists]

    def percent(self, name, whole):
        """Returns the share that was found, or a dash if there was nothing to find."""
        total = self.counts[name, whole]
        return f"{100 * self.counts[name, 'found'] / total:5.1f}" if total else "    -"


def shown(entry):
    if isinstance(entry, dict):
        return " | ".join(str(entry[key]) for key in ("title", "organization", "start", "end"))
    return str(entry)


def held_back():
    """Returns the themes that only the sum is printed of."""
    with (HERE / "themes.tsv").open(encoding="utf-8") as file:
        return {row["theme"] for row in csv.DictReader(file, delimiter="\t") if row["held_back"] == "yes"}


def print_table(groups):
    columns = ["", "resumes", *FIELDS, *(f"{name} R P" for name in LISTS)]
    print(" | ".join([f"{columns[0]:30}", *columns[1:]]))
    for name, marks in groups:
        cells = [f"{cell:>{len(column)}}" for cell, column in zip(marks.row(), columns[1:])]
        print(" | ".join([f"{name:30}", *cells]))


def main():
    parser = argparse.ArgumentParser(description="Scores what the reader finds in the rendered resumes.")
    parser.add_argument("folder", type=pathlib.Path, help="the folder that render.py wrote")
    parser.add_argument("lines", nargs="?", type=argparse.FileType(encoding="utf-8"), default=sys.stdin, help="the output of predict")
    parser.add_argument("--errors", metavar="THEME", help="list the misses in a theme")
    arguments = parser.parse_args()
    held = held_back()
    if arguments.errors in held:
        sys.exit(f"{arguments.errors} is held back. Nobody looks at its misses, so that its figures stay those of unknown resumes.")

    lines = {line["id"]: line for line in map(json.loads, arguments.lines)}
    themes, sums = collections.defaultdict(Marks), {"development": Marks(), "held back": Marks()}
    for text in (arguments.folder / "truth.jsonl").read_text(encoding="utf-8").splitlines():
        page = json.loads(text)
        theme = page["id"].rsplit("__")[0]
        line = lines.get(page["id"], {})
        sums["held back" if theme in held else "development"].add(page, line)
        if theme not in held:
            themes[theme].add(page, line)
    if arguments.errors:
        if arguments.errors not in themes:
            sys.exit(f"{arguments.folder} has no theme {arguments.errors}.")
        print("\n".join(themes[arguments.errors].misses))
    else:
        print_table([*themes.items(), *sums.items()])


if __name__ == "__main__":
    main()
