"""Writes the four DOCX resumes with python-docx. Everyone in them is invented."""

import re
import sys
import zipfile
from datetime import datetime
from pathlib import Path

from docx import Document
from docx.enum.text import WD_TAB_ALIGNMENT
from docx.shared import Cm, Pt, RGBColor


def new_document(font, size):
    document = Document()
    document.styles["Normal"].font.name = font
    document.styles["Normal"].font.size = Pt(size)
    document.styles["Normal"].paragraph_format.space_after = Pt(3)
    section = document.sections[0]
    section.left_margin = section.right_margin = Cm(2)
    section.top_margin = section.bottom_margin = Cm(1.8)
    properties = document.core_properties
    properties.author = "Shortlist demo"
    properties.comments = ""
    properties.created = properties.modified = datetime(2026, 11, 1)
    return document


def heading(place, text, colour=(0x20, 0x3A, 0x5F)):
    paragraph = place.add_paragraph()
    paragraph.paragraph_format.space_before = Pt(8)
    run = paragraph.add_run(text)
    run.bold = True
    run.font.size = Pt(12)
    run.font.color.rgb = RGBColor(*colour)


def bullets(place, lines):
    for line in lines:
        place.add_paragraph(line, style="List Bullet")


def dated(document, what, when):
    """A position on the left and its dates at the right margin, parted by a tab stop."""
    paragraph = document.add_paragraph()
    paragraph.paragraph_format.tab_stops.add_tab_stop(Cm(17), WD_TAB_ALIGNMENT.RIGHT)
    paragraph.add_run(what).bold = True
    paragraph.add_run("\t" + when)


def two_columns(document, left, right):
    table = document.add_table(rows=0, cols=2)
    table.autofit = False
    table.columns[0].width, table.columns[1].width = left, right
    return table


def data_analyst():
    document = new_document("Calibri", 10.5)
    document.add_heading("Imogen Tsakalou-Reyes", 0)
    document.add_paragraph("Data Analyst\nDublin | +1 202 555 0191 | imogen.tsakalou@example.com")
    heading(document, "Profile")
    document.add_paragraph(
        "Data analyst with six years of experience in retail and public transport. I turn questions into SQL, SQL into "
        "charts, and charts into decisions that can be checked a month later."
    )
    heading(document, "Key Skills")
    document.add_paragraph(
        "SQL • Python • pandas • Tableau • Power BI • Microsoft Excel • Statistics • A/B Testing • dbt • BigQuery • "
        "Data Visualization • ETL • Git"
    )
    heading(document, "Professional Experience")
    dated(document, "Data Analyst, Greenlark Retail Group", "February 2023 – Present")
    bullets(document, [
        "Owns the sales model in dbt and BigQuery: 180 tables, tested, documented, refreshed each hour.",
        "Designed and read 26 A/B tests; a new order of search results brought 3.1 % more baskets.",
        "Replaced 40 slide decks by nine dashboards in Tableau that managers open by themselves.",
        "Trains colleagues in SQL, two courses a year.",
    ])
    dated(document, "Junior Data Analyst, Corrib Valley Transit", "July 2021 – January 2023")
    bullets(document, [
        "Forecast of passenger numbers in Python and pandas, with an error of 4 % instead of 11 %.",
        "ETL of ticket machine data; reports in Power BI for the timetable team.",
    ])
    dated(document, "Research Assistant, Kilbracken University", "September 2020 – June 2021")
    bullets(document, ["Survey weighting and regression models for a study on commuting."])
    heading(document, "Education")
    dated(document, "MSc Statistics, Kilbracken University", "2019 – 2020")
    dated(document, "BA Economics, Kilbracken University", "2016 – 2019")
    heading(document, "Languages")
    document.add_paragraph("English (native), Greek (native), Spanish (B1)")
    return document


def registered_nurse():
    document = new_document("Cambria", 10.5)
    header = document.sections[0].header.paragraphs[0]
    header.text = "Wilhelmina Achterop, RN  |  +1 (202) 555-0125  |  w.achterop@example.org"
    document.add_heading("Curriculum Vitae", 1)
    heading(document, "Summary", (0, 0x60, 0x60))
    document.add_paragraph(
        "Registered nurse with eleven years at the bedside, seven of them in intensive care. Calm in emergencies, "
        "exact with medication, patient with relatives."
    )
    heading(document, "Clinical Experience", (0, 0x60, 0x60))
    table = two_columns(document, Cm(4), Cm(13))
    for when, what, lines in [
        ("2019-09 – present", "Registered Nurse, Intensive Care Unit\nSaint Orla Memorial Hospital", [
            "Cares for two ventilated patients a shift; charge nurse for twelve beds every third week.",
            "Wrote the hand-over checklist that the hospital now uses in all units.",
            "Preceptor of nine new nurses.",
        ]),
        ("2016-02 – 2019-08", "Registered Nurse, Emergency Department\nLakemont General Hospital", [
            "Triage, wound care and IV therapy in a department with 42,000 visits a year.",
            "Documentation in an electronic health record from the first day of its introduction.",
        ]),
        ("2015-07 – 2016-01", "Staff Nurse, Surgical Ward\nLakemont General Hospital", [
            "Care before and after operations for 22 beds; medication administration.",
        ]),
    ]:
        row = table.add_row().cells
        row[0].text = when
        row[1].text = what
        for line in lines:
            row[1].add_paragraph("- " + line)
    heading(document, "Education", (0, 0x60, 0x60))
    table = two_columns(document, Cm(4), Cm(13))
    row = table.add_row().cells
    row[0].text, row[1].text = "2011 – 2015", "Bachelor of Science in Nursing (BSN), Marrowfield State College"
    heading(document, "Licences and Certificates", (0, 0x60, 0x60))
    bullets(document, [
        "Registered Nurse licence, active",
        "Advanced Cardiac Life Support (ACLS), 2025",
        "Basic Life Support (BLS), 2025",
    ])
    heading(document, "Skills", (0, 0x60, 0x60))
    document.add_paragraph(
        "Patient Assessment, Critical Care, Triage, IV Therapy, Wound Care, Medication Administration, Patient Education, "
        "Electronic Health Records, Infection Control"
    )
    heading(document, "Languages", (0, 0x60, 0x60))
    document.add_paragraph("English, Dutch")
    return document


def devops_engineer():
    document = new_document("Arial", 9.5)
    document.add_heading("Ruaridh Blomgaard", 0)
    document.add_paragraph("DevOps Engineer")
    left, right = two_columns(document, Cm(5.2), Cm(11.8)).add_row().cells
    heading(left, "Contact")
    for line in ["Aarhus, Denmark", "+44 20 7946 0355", "ruaridh@example.net", "git.example.net/ruaridh"]:
        left.add_paragraph(line)
    heading(left, "Skills")
    for line in [
        "Kubernetes", "Docker", "Terraform", "Ansible", "AWS", "Linux", "PostgreSQL", "Python", "Bash", "Prometheus",
        "Grafana", "GitLab CI", "Helm",
    ]:
        left.add_paragraph(line)
    heading(left, "Languages")
    for line in ["English", "Danish", "Scottish Gaelic"]:
        left.add_paragraph(line)
    heading(right, "Profile")
    right.add_paragraph(
        "Engineer between development and operations. Eight years of keeping platforms boring: small changes, "
        "tested backups, few pages at night."
    )
    heading(right, "Experience")
    for what, when, lines in [
        ("DevOps Engineer, Fjordgate Energy Data", "10.2021 – now", [
            "Runs 14 Kubernetes clusters with Terraform and Helm; upgrades without downtime.",
            "PostgreSQL high availability with tested restores every week, recovery in 11 minutes.",
            "Wrote an operator in Rust that rotates certificates, the team's first service in that language.",
            "Cut the cloud bill by 31 %.",
        ]),
        ("System Administrator, Lomond & Skye Ferries", "03.2019 – 09.2021", [
            "Moved 120 hand-kept servers to Ansible; a new server takes 9 minutes.",
            "Monitoring with Prometheus and Grafana; on call one week in four.",
        ]),
        ("IT Support Technician, Lomond & Skye Ferries", "01.2018 – 02.2019", [
            "Help desk for 300 colleagues, ticket machines and radio.",
        ]),
    ]:
        right.add_paragraph().add_run(what).bold = True
        right.add_paragraph(when)
        bullets(right, lines)
    heading(right, "Education")
    right.add_paragraph("Higher National Diploma in Computing, Glenfarrach College, 2015 – 2017")
    heading(right, "Certificates")
    right.add_paragraph("Certified Cluster Administrator, Open Platform Council, 2023")
    return document


def graduate():
    document = new_document("Georgia", 11)
    document.add_heading("Junia Vandersloot", 1)
    document.add_paragraph("Toronto · mobile: 202-555-0176")
    heading(document, "Education", (0x55, 0x22, 0x55))
    dated(document, "Bachelor of Computer Science", "Sept. 2022 – May 2026")
    document.add_paragraph("Port Ellery University. Grade average 3.7 of 4. Electives: databases, compilers, statistics.")
    heading(document, "Projects", (0x55, 0x22, 0x55))
    bullets(document, [
        "Raincheck: a small web service in Rust and SQLite that warns allotment gardeners of frost; 60 users.",
        "Final-year project: route planner for the campus shuttle in Python, tested with PostgreSQL and PostGIS.",
    ])
    heading(document, "Work Experience", (0x55, 0x22, 0x55))
    dated(document, "Software Engineering Intern, Halyard Maps", "May 2025 – Aug. 2025")
    bullets(document, ["Fixed 31 defects in a Java code base and wrote the import of timetable files."])
    dated(document, "Barista, The Second Kettle", "Sept. 2023 – Apr. 2025")
    bullets(document, ["Shift lead at weekends."])
    heading(document, "Skills", (0x55, 0x22, 0x55))
    document.add_paragraph("Java, Python, Rust, SQL, SQLite, PostgreSQL, Git, Linux")
    heading(document, "Languages", (0x55, 0x22, 0x55))
    document.add_paragraph("English, French (B2)")
    return document


def save(document, path):
    """Saves without the picture of a page that python-docx's template carries, as small as it gets."""
    document.save(path)
    with zipfile.ZipFile(path) as whole:
        parts = {name: whole.read(name) for name in whole.namelist() if "thumbnail" not in name}
    relations = parts["_rels/.rels"].decode()
    parts["_rels/.rels"] = re.sub(r"<Relationship [^>]*thumbnail[^>]*/>", "", relations).encode()
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as small:
        for name, content in parts.items():
            small.writestr(zipfile.ZipInfo(name, (2026, 11, 1, 0, 0, 0)), content, zipfile.ZIP_DEFLATED)


def main():
    folder = Path(sys.argv[1])
    for name, write in [
        ("data-analyst", data_analyst),
        ("registered-nurse", registered_nurse),
        ("devops-engineer", devops_engineer),
        ("graduate", graduate),
    ]:
        save(write(), folder / f"{name}.docx")


if __name__ == "__main__":
    main()
