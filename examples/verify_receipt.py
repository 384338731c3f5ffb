#!/usr/bin/env python3
"""Checks the receipt of a score: every digest and every sum. Python 3.9 or later, without packages.

    verify_receipt.py RECEIPT.json [--job JOB.json] [--text RESUME.json]

RECEIPT.json is a `ScoreReceipt`, JOB.json a `Job`, and RESUME.json a `Resume` as GraphQL returns it, with all fields that
docs/RECEIPTS.md lists. A wrapper such as {"data": {"getCandidate": …}} is removed. A line is printed for everything that
differs, and the exit code is 1 if anything does.
"""
import argparse
import hashlib
import json
import sys

ONE = 1_000_000


def find(value, key):
    """Returns the first object with a key, wherever a response contains it."""
    if isinstance(value, dict):
        if key in value:
            return value
        value = list(value.values())
    found = (find(item, key) for item in value) if isinstance(value, list) else ()
    return next((one for one in found if one), None)


def pick(value, names):
    return {name: value[name] for name in names.split()}


def digest(form):
    """The SHA-256 of RFC 8785. Without fractions and with ASCII names, `json` writes exactly that form."""
    text = json.dumps(form, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(text.encode("utf-8")).hexdigest()


def micros(number):
    return None if number is None else round(number * ONE)


def in_micros(value, names, others=""):
    return {**{name: micros(value[name]) for name in names.split()}, **pick(value, others)}


def occupations_form(read):
    shares = lambda found: [in_micros(one, "share", "code name") for one in found]
    positions = [{**in_micros(one, "similarity likeness relevance freshness", "title page start end"),
                  "occupations": shares(one["occupations"])} for one in read["positions"]]
    return {**pick(read, "jobSource"), "job": shares(read["job"]), "positions": positions}


def evidence_form(line):
    values = "kind names more writtenAs by onlyListed level shownLevel months shownMonths from to"
    return {**in_micros(line, "points", "found quote page start end"),
            "detail": in_micros(line["detail"], "relevance likeness amount", values)}


def receipt_form(receipt):
    criteria = [{**in_micros(one, "weight value contribution formulaValue", "criterion hasData summary"),
                 "parts": [in_micros(part, "weight value", "name") for part in one["parts"]],
                 "evidence": [evidence_form(line) for line in one["evidence"]]}
                for one in receipt["criteria"]]
    model = receipt["languageModel"]
    if model and any(one["formulaValue"] is not None for one in criteria):
        opinions = [in_micros(opinion, "value", "criterion") for opinion in model["opinions"]]
        model = {**pick(model, "name summary"), "opinions": sorted(opinions, key=lambda one: one["criterion"])}
    else:
        model = None
    return {**pick(receipt, "form summary engineVersion asOf documentSha256 jobDigest requirementsDigest"),
            "score": micros(receipt["score"]),
            "criteria": sorted(criteria, key=lambda one: one["criterion"]),
            "occupations": occupations_form(receipt["occupations"]),
            "integrityFindings": [pick(one, "kind quote page") for one in receipt["integrityFindings"]],
            "languageModel": model}


def job_form(job):
    return {"form": "shortlist-job-1", **pick(job, "title jobDescription skills")}


def requirements_form(read):
    return {"form": "shortlist-requirements-2",
            **pick(read, "minimumMonths educationLevel educationFields equivalentExperience"),
            "skills": [pick(one, "name importance minimumMonths") for one in read["skills"]],
            "languages": [pick(one, "anyOf level importance") for one in read["languages"]],
            "certificates": [pick(one, "anyOf importance") for one in read["certificates"]],
            "sources": [pick(one, "requirement quote") for one in read["sources"]]}


def value_of(parts):
    """The sum of the shares, multiplied by each factor in turn, always rounded down to a millionth."""
    value = sum(part["weight"] * part["value"] for part in parts if part["weight"] is not None) // ONE
    for part in parts:
        value = value if part["weight"] is not None else value * part["value"] // ONE
    return min(value, ONE)


def contribution(criterion, value):
    return 100 * criterion["weight"] * value // ONE


def check_sums(form, text):
    criteria = form["criteria"]
    yield "sum of the weights", sum(one["weight"] for one in criteria), ONE
    total = sum(one["contribution"] for one in criteria)
    yield "score", form["score"], (total + ONE // 20) // (ONE // 10) * (ONE // 10)
    for one in criteria:
        name, value = one["criterion"], one["value"]
        yield f"{name}: contribution", one["contribution"], contribution(one, value)
        by_formulas = value if one["formulaValue"] is None else one["formulaValue"]
        yield f"{name}: parts of the value", value_of(one["parts"]), by_formulas
        yield f"{name}: moved by the language model by at most 0.25", abs(value - by_formulas) <= ONE // 4, True
        yield f"{name}: a value only with data", value > 0 and not one["hasData"], False
        for line in one["evidence"]:
            what = " ".join([f"{name}: {line['detail']['kind']}", *line["detail"]["names"]])
            yield f"{what}: a quote only if it is found", line["quote"] is not None, line["found"]
            most = contribution(one, ONE) - one["contribution"]
            yield f"{what}: points within what is left", 0 <= (line["points"] or 0) <= most, True
            if text is not None and line["found"]:
                yield f"{what}: quote", line["quote"], text[line["start"]:line["end"]]


def check(receipt, job=None, text=None):
    """Yields what is checked: its name, what is stated, and what is computed."""
    if receipt["form"] != "shortlist-receipt-4":
        yield "form (an earlier engine made the receipt; rescore the candidate)", receipt["form"], "shortlist-receipt-4"
        return
    form = receipt_form(receipt)
    yield "digest of the receipt (only zeros if it is masked)", receipt["digest"], digest(form)
    yield from check_sums(form, text)
    if job is not None:
        yield "version of the job", receipt.get("jobVersion", job["version"]), job["version"]
        yield "digest of the job", receipt["jobDigest"], digest(job_form(job))
        requirements = digest(requirements_form(job["requirements"]))
        yield "digest of the requirements", receipt["requirementsDigest"], requirements
        yield "digest in the requirements", job["requirements"]["digest"], requirements


def read(path, key):
    try:
        with open(path, encoding="utf-8") as file:
            found = find(json.load(file), key)
    except (OSError, ValueError) as error:
        sys.exit(f"{path} cannot be read: {error}")
    return found or sys.exit(f"{path}: no object with {key}; query the fields that docs/RECEIPTS.md lists")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Checks the digests and sums of a score's receipt.")
    parser.add_argument("receipt")
    parser.add_argument("--job", help="the job as the API returns it")
    parser.add_argument("--text", help="the candidate's `resume { text }` as the API returns it")
    arguments = parser.parse_args()
    job = arguments.job and read(arguments.job, "requirements")
    text = arguments.text and read(arguments.text, "text")["text"]
    try:
        checks = list(check(read(arguments.receipt, "requirementsDigest"), job or None, text))
    except KeyError as missing:
        sys.exit(f"the field {missing} is missing; query all fields that docs/RECEIPTS.md lists")
    except (AttributeError, TypeError) as error:
        sys.exit(f"a value has another type than in the API: {error}")
    wrong = [line for line in checks if line[1] != line[2]]
    for name, stated, computed in wrong:
        print(f"{name}: {stated!r} is stated, {computed!r} is computed")
    print(f"{len(checks) - len(wrong)} of {len(checks)} checks passed")
    sys.exit(1 if wrong else 0)
