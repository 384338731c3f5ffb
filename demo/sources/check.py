"""Holds the built resumes against truth.jsonl: everything the truth names must stand in the file's text."""

import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path

LIMIT_FILE, LIMIT_ALL = 60_000, 400_000


def text_of(path):
    if path.suffix == ".pdf":
        return subprocess.run(["pdftotext", "-layout", path, "-"], capture_output=True, text=True, check=True).stdout
    with tempfile.TemporaryDirectory() as folder:
        source = path
        command = ["soffice", f"-env:UserInstallation=file://{folder}/profile", "--headless", "--convert-to", "pdf", "--outdir", folder, source]
        subprocess.run(command, capture_output=True, check=True)
        return text_of(Path(folder) / f"{path.stem}.pdf")


def squeezed(text):
    return re.sub(r"\s+", "", text).casefold()


def main():
    root = Path(sys.argv[1])
    wrong, size = [], 0
    truths = [json.loads(line) for line in (root / "truth.jsonl").read_text(encoding="utf-8").splitlines()]
    files = {path.stem: path for path in (root / "resumes").iterdir()}
    if set(files) != {truth["id"] for truth in truths}:
        wrong.append("resumes/ and truth.jsonl do not name the same files")
    for truth in truths:
        path = files[truth["id"]]
        size += path.stat().st_size
        if path.stat().st_size > LIMIT_FILE:
            wrong.append(f"{path.name} is larger than {LIMIT_FILE} bytes")
        if path.suffix != "." + truth["format"]:
            wrong.append(f"{path.name} is not {truth['format']}")
        text = squeezed(text_of(path))
        for value in [truth["fullName"], *truth["emailAddress"], *truth["phoneNumber"], *truth["skills"]]:
            if squeezed(value) not in text:
                wrong.append(f"{path.name} does not show {value!r}")
    if size > LIMIT_ALL:
        wrong.append(f"resumes/ is larger than {LIMIT_ALL} bytes")
    print("\n".join(wrong) or f"{len(truths)} resumes, {size} bytes, as truth.jsonl says")
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
