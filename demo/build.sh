#!/bin/sh
# Rebuilds resumes/ and jobs.xlsx from sources/, then checks every file against truth.jsonl.
# Needs: LibreOffice (soffice), poppler-utils (pdftotext) and Python 3 with
#   pip install typst python-docx openpyxl
# Set PYTHON to the interpreter that has them. Rebuilt files may differ in their dates and identifiers only.
set -eu
cd "$(dirname "$0")"
python=${PYTHON:-python3}
profile=$(mktemp -d)
trap 'rm -rf "$profile"' EXIT

convert() { # FILTER FILE
    soffice "-env:UserInstallation=file://$profile" --headless --infilter="HTML (StarWriter)" \
        --convert-to "$1" --outdir resumes "sources/$2.html" >/dev/null
}

mkdir -p resumes
for name in backend-engineer frontend-developer product-designer; do
    "$python" -c 'import sys, typst; typst.compile(sys.argv[1], output=sys.argv[2])' \
        "sources/$name.typ" "resumes/$name.pdf"
done
convert pdf:writer_pdf_Export accountant
convert pdf:writer_pdf_Export sales-manager-es
convert 'doc:MS Word 97' logistics-lead-de
convert 'doc:MS Word 97' teacher-fr
convert 'doc:MS Word 97' career-changer
"$python" sources/word_resumes.py resumes
"$python" sources/job_workbook.py jobs.xlsx
"$python" sources/check.py .
