"""Writes what each rendered page shows of its person, which is what a reader can find: `python shown.py FOLDER`.

A value that a theme leaves out is null. A date of which a theme prints only the year is a year. The result is `FOLDER/truth.jsonl`.
"""
import csv
import json
import pathlib
import re
import sys
import unicodedata

import pypdfium2

HERE = pathlib.Path(__file__).parent
# The first letters of the months in English, German, French and Spanish, without accents.
MONTHS = "jan|ene feb|fev mar|maer apr|avr|abr may|mai jun|juin jul|juil aug|aou|ago sep oct|okt nov dec|dez|dic".split()
PRESENT = r"present(?! results)|current|today|\bnow\b|heute|gegenw|aujourd|actualidad|actuel|actual\b|ongoing|to date"
BREAKS = r"[\s,;:()/|•·]+"


def plain(text):
    """Returns the text in small letters, without accents."""
    letters = unicodedata.normalize("NFKD", text.lower().replace("’", "'").replace("–", "-"))
    return "".join(it for it in letters if not unicodedata.combining(it))


def squeezed(text):
    """Returns the text without anything that differs where a line breaks."""
    return re.sub(r"[\s\ufffe\u00ad‐-]", "", plain(text))


def digits(text):
    return re.sub(r"\D", "", text)


class Page:
    """The text of a PDF file."""

    def __init__(self, path):
        document = pypdfium2.PdfDocument(path)
        self.text = "\n".join(page.get_textpage().get_text_range() for page in document)
        self.plain = plain(self.text)
        self.squeezed = squeezed(self.text)
        self.words = {squeezed(word) for word in re.split(BREAKS, self.text)}

    def has(self, value):
        """Whether the page has the value, whole or word by word: columns break it into pieces that are apart."""
        return squeezed(value) in self.squeezed or all(squeezed(word) in self.words for word in re.split(BREAKS, value))

    def shown(self, value):
        return value if self.has(value) else None

    def shown_date(self, date):
        """Returns the month, the year or nothing, as the page has it."""
        if date is None:
            return "present" if re.search(rf"\d.{{0,25}}?({PRESENT})", self.plain, re.S) else None
        year, month = date[:4], int(date[5:7])
        name = rf"\b({MONTHS[month - 1]})[a-z]*"
        with_month = [
            rf"{year}\s?[-/.]\s?0?{month}(?!\d)",
            rf"(?<!\d)0?{month}\s?[-/.]\s?{year}",
            rf"{name}[.,]*\s*'?(\d{{1,2}}(st|nd|rd|th)?,?\s+)?{year}",
            rf"{year}\s?-?\s?{name}",
        ]
        if any(re.search(pattern, self.plain) for pattern in with_month):
            return date[:7]
        return year if year in self.plain else None


def themes_with_place():
    """Returns the themes that print the person's town. A page does not tell: jobs and schools are in the same town."""
    with (HERE / "themes.tsv").open(encoding="utf-8") as file:
        return {row["theme"] for row in csv.DictReader(file, delimiter="\t") if row["place"] == "yes"}


def truth(page, person):
    basics = person["basics"]
    return {
        "name": page.shown(basics["name"]),
        "email": page.shown(basics["email"]),
        "phone": basics["phone"] if digits(basics["phone"])[-7:] in digits(page.text) else None,
        "place": page.shown(basics["location"]["city"]),
        "positions": [
            {"title": page.shown(job["position"]), "organization": page.shown(job["name"]),
             "start": page.shown_date(job["startDate"]), "end": page.shown_date(job.get("endDate"))}
            for job in person["work"]
        ],
        "schools": [study["institution"] for study in person["education"] if page.has(study["institution"])],
        "skills": [word for skill in person["skills"] for word in skill["keywords"] if page.has(word)],
    }


def main():
    folder, with_place = pathlib.Path(sys.argv[1]), themes_with_place()
    with (folder / "truth.jsonl").open("w", encoding="utf-8") as file:
        for path in sorted(folder.glob("pdf/*.pdf")):
            theme, number = path.stem.rsplit("__")
            person = json.loads((HERE / "people" / f"{number}.json").read_text(encoding="utf-8"))
            row = {"id": path.stem} | truth(Page(path), person)
            if theme not in with_place:
                row["place"] = None
            file.write(json.dumps(row, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main()
