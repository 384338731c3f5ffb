"""Writes an invented person as the document that a theme takes."""
import copy

# The day on which "present" ends, so that the same pages come out on every day.
DAY = "2026-11-21"
HEADINGS = {
    "en": ["Summary", "Experience", "Education", "Skills", "Languages", "Certifications", "Projects"],
    "de": ["Profil", "Berufserfahrung", "Ausbildung", "Kenntnisse", "Sprachen", "Zertifikate", "Projekte"],
    "fr": ["Profil", "Expérience professionnelle", "Formation", "Compétences", "Langues", "Certifications", "Projets"],
    "es": ["Perfil", "Experiencia profesional", "Formación", "Competencias", "Idiomas", "Certificados", "Proyectos"],
}
MONTHS = {
    "de": "Jan. Feb. März Apr. Mai Juni Juli Aug. Sept. Okt. Nov. Dez.",
    "fr": "janv. févr. mars avr. mai juin juil. août sept. oct. nov. déc.",
    "es": "ene. feb. mar. abr. may. jun. jul. ago. sep. oct. nov. dic.",
}
PRESENT = {"de": "heute", "fr": "aujourd'hui", "es": "actualidad"}
UPDATED = {"de": "Stand", "fr": "Mis à jour en", "es": "Actualizado en"}


def current(person):
    """Returns JSON Resume 1.0, which the people are written in."""
    return person


def renamed(person):
    """Returns a copy that also has the names of fields before JSON Resume 1.0."""
    resume = copy.deepcopy(person)
    for job in resume["work"]:
        job.update(company=job["name"], website=job.get("url", ""), summary=job.get("summary", ""))
    for project in resume["projects"]:
        project.update(startDate=project.get("startDate", ""), url=project.get("url", ""))
    for study in resume["education"]:
        study["gpa"] = study.get("score", "")
    for skill in resume["skills"]:
        skill["level"] = ""
    resume["basics"].update(website=resume["basics"].get("url", ""), picture="")
    return resume


def old(person):
    """Returns a resume for themes older than JSON Resume 1.0. They stop if a list is missing."""
    lists = ["volunteer", "awards", "publications", "interests", "references", "projects", "certificates"]
    return dict.fromkeys(lists, []) | renamed(person)


def strict(person):
    """Returns a resume for themes that stop if a list is empty, or if a skill has no level."""
    resume = {key: value for key, value in renamed(person).items() if value != []}
    for skill in resume["skills"]:
        skill["level"] = "Advanced"
    for project in resume.get("projects", []):
        project.update(roles=[], keywords=[])
    return resume


def rendercv(person, theme):
    """Returns the document of RenderCV 2.3."""
    basics, language = person["basics"], person["meta"]["language"]
    place = basics["location"]
    networks = [it for it in basics["profiles"] if it["network"] in ("LinkedIn", "GitHub")]
    sections = zip(HEADINGS[language], rendercv_sections(person))
    cv = {
        "name": basics["name"],
        "location": ", ".join(dict.fromkeys([place["city"], place["region"]])),
        "email": basics["email"],
        "phone": basics["phone"],
        "website": basics.get("url"),
        "social_networks": [{"network": it["network"], "username": it["username"]} for it in networks],
        "sections": {heading: entries for heading, entries in sections if entries},
    }
    cv = {key: value for key, value in cv.items() if value}
    return {"cv": cv, "design": {"theme": theme}, "rendercv_settings": {"date": DAY}} | rendercv_locale(language)


def rendercv_sections(person):
    """Returns the entries of each section, in the order of the headings."""
    return [
        [person["basics"]["summary"]],
        [{"company": job["name"], "position": job["position"], "location": job["location"], **described(job)} for job in person["work"]],
        [
            {"institution": study["institution"], "area": study["area"], "degree": study["studyType"],
             "highlights": [study["score"]] if "score" in study else [], **dates(study)}
            for study in person["education"]
        ],
        [{"label": skill["name"], "details": ", ".join(skill["keywords"])} for skill in person["skills"]],
        [{"label": it["language"], "details": it["fluency"]} for it in person["languages"]],
        [{"name": it["name"], "date": it["date"][:7], "summary": it["issuer"]} for it in person["certificates"]],
        [{"name": project["name"], **described(project)} for project in person["projects"]],
    ]


def described(entry):
    """Returns the dates and the text of a job or project."""
    text = entry.get("summary") or entry.get("description")
    return dates(entry) | ({"summary": text} if text else {}) | {"highlights": entry["highlights"]}


def dates(entry):
    end = entry["endDate"][:7] if "endDate" in entry else "present"
    return {"start_date": entry["startDate"][:7], "end_date": end}


def rendercv_locale(language):
    """Returns the words of a language, unless they are RenderCV's own."""
    if language not in MONTHS:
        return {}
    return {"locale": {
        "language": language,
        "abbreviations_for_months": MONTHS[language].split(),
        "present": PRESENT[language],
        "last_updated_date_template": UPDATED[language] + " TODAY",
    }}
