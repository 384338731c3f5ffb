"""Writes jobs.xlsx: two invented jobs in the shape an applicant tracking system exports them."""

import sys
from datetime import datetime

from openpyxl import Workbook

HEADERS = ["Position", "Requisition ID", "Team", "City", "Country", "Contract", "Job Description", "Required Skills", "Posted", "Status"]
JOBS = [
    [
        "Frontend Developer (React)", "XL-301", "Web", "Malmö", "Sweden", "Full-time",
        "You build the pages by which our customers book, in React and TypeScript.\n"
        "Must have: 3+ years of experience with React and TypeScript, automated tests with Jest or Playwright, and an eye for "
        "accessibility.\nNice to have: GraphQL, Node.js, design systems.\nA bachelor's degree or equivalent experience.",
        "React, TypeScript, CSS, Jest, Accessibility", datetime(2026, 11, 2), "Open",
    ],
    [
        "Warehouse Shift Lead", "XL-302", "Operations", "Berlin", "Germany", "Part-time",
        "You lead a shift of twelve people in a high-bay warehouse.\n"
        "Must have: at least two years as a shift lead, forklift licence, inventory management. SAP EWM is an advantage.\n"
        "A completed vocational training in logistics is required.",
        "Inventory Management, SAP EWM, Team Leadership", datetime(2026, 11, 9), "Open",
    ],
]


def main():
    workbook = Workbook()
    workbook.properties.creator = "Shortlist demo"
    sheet = workbook.active
    sheet.title = "Open roles"
    sheet.append(HEADERS)
    for job in JOBS:
        sheet.append(job)
    for cell in sheet["I"][1:]:
        cell.number_format = "YYYY-MM-DD"
    workbook.save(sys.argv[1])


if __name__ == "__main__":
    main()
