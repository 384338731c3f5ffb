//! Tests of clauses and their instructions.

use super::super::fields::Field;
use super::super::instruction::{Condition, DateOrder, Instruction, ParsedClause, Test};
use super::Prompt;

fn read_prompt(prompt: &str) -> Vec<ParsedClause> {
    Prompt::read(prompt).into_clauses()
}

fn one(clause: &str) -> Option<Instruction> {
    let mut clauses = read_prompt(clause);
    assert_eq!(clauses.len(), 1, "{clause}: {clauses:?}");
    clauses.remove(0).instruction
}

fn map(column: &str, field: Field) -> Instruction {
    Instruction::MapColumn {
        column: column.to_owned(),
        field,
    }
}

fn constant(field: Field, value: &str, replace: bool) -> Instruction {
    Instruction::Constant {
        field,
        value: value.to_owned(),
        replace,
    }
}

fn where_is(column: &str, values: &[&str]) -> Condition {
    Condition {
        column: Some(column.to_owned()).filter(|column| !column.is_empty()),
        test: Test::Is(values.iter().map(|value| (*value).to_owned()).collect()),
    }
}

fn value_map(from: &[&str], to: &str) -> Instruction {
    Instruction::ValueMap {
        from: from.iter().map(|value| (*value).to_owned()).collect(),
        to: to.to_owned(),
        column: None,
    }
}

#[test]
fn columns_are_mapped_in_four_languages() {
    for (clause, column, field) in [
        ("The column Role is the title", "Role", Field::Title),
        ("Standort is the location", "Standort", Field::Location),
        (
            "Use the column \"Req ID\" as the job code",
            "Req ID",
            Field::Code,
        ),
        ("Team -> department", "Team", Field::Department),
        ("column 'Rolle' is the job title.", "Rolle", Field::Title),
        ("The Role column is the title", "Role", Field::Title),
        ("Use Tasks for the description", "Tasks", Field::Description),
        ("Map Squad to department", "Squad", Field::Department),
        (
            "The title is in the column Opening name",
            "Opening name",
            Field::Title,
        ),
        ("Die Spalte Rolle ist der Titel", "Rolle", Field::Title),
        (
            "Verwende die Spalte \"Wo\" als Standort",
            "Wo",
            Field::Location,
        ),
        ("La colonne Rôle est le titre", "Rôle", Field::Title),
        (
            "Utilisez la colonne Lieu comme la localisation",
            "Lieu",
            Field::Location,
        ),
        ("La columna Rol es el título", "Rol", Field::Title),
        ("Usa Sitio como ubicación", "Sitio", Field::Location),
    ] {
        assert_eq!(one(clause), Some(map(column, field)), "{clause}");
    }
}

#[test]
fn constants_fill_what_is_empty_and_set_replaces() {
    for (clause, instruction) in [
        (
            "All jobs are in Berlin",
            constant(Field::Location, "Berlin", false),
        ),
        (
            "all positions are full-time",
            constant(Field::EmploymentType, "full-time", false),
        ),
        (
            "Every job is in the Engineering department",
            constant(Field::Department, "Engineering", false),
        ),
        (
            "Set location to Remote",
            constant(Field::Location, "Remote", true),
        ),
        (
            "Set the department to \"People & Culture\" for all jobs",
            constant(Field::Department, "People & Culture", true),
        ),
        (
            "All of them are remote",
            constant(Field::Location, "remote", false),
        ),
        (
            "The default location is Berlin",
            constant(Field::Location, "Berlin", false),
        ),
        (
            "Alle Stellen sind in Berlin",
            constant(Field::Location, "Berlin", false),
        ),
        (
            "Alle Stellen sind Vollzeit",
            constant(Field::EmploymentType, "Vollzeit", false),
        ),
        (
            "Tous les postes sont à Paris",
            constant(Field::Location, "Paris", false),
        ),
        (
            "Todos los puestos están en Madrid",
            constant(Field::Location, "Madrid", false),
        ),
    ] {
        assert_eq!(one(clause), Some(instruction), "{clause}");
    }
}

#[test]
#[expect(clippy::too_many_lines, reason = "one table of cases")]
fn rows_are_skipped_or_kept() {
    for (clause, condition) in [
        ("Ignore rows marked closed", where_is("", &["closed"])),
        (
            "Skip rows where Status is Closed",
            where_is("Status", &["Closed"]),
        ),
        (
            "Skip rows where Status is \"Closed\" or \"On hold\"",
            where_is("Status", &["Closed", "On hold"]),
        ),
        (
            "Exclude all jobs whose Team is Sales",
            where_is("Team", &["Sales"]),
        ),
        ("Skip closed jobs", where_is("", &["closed"])),
        ("Ignore jobs that are filled", where_is("", &["filled"])),
        (
            "Ignoriere Zeilen mit Status geschlossen",
            where_is("Status", &["geschlossen"]),
        ),
        (
            "Ignorez les lignes où Statut est fermé",
            where_is("Statut", &["fermé"]),
        ),
        (
            "Ignora las filas donde Estado es cerrado",
            where_is("Estado", &["cerrado"]),
        ),
    ] {
        assert_eq!(one(clause), Some(Instruction::Skip(condition)), "{clause}");
    }
    for (clause, condition) in [
        (
            "Only import jobs with status open",
            where_is("status", &["open"]),
        ),
        (
            "Only import rows where Country is Germany",
            where_is("Country", &["Germany"]),
        ),
        ("Import only open jobs", where_is("", &["open"])),
        (
            "Nur Stellen mit Status offen",
            where_is("Status", &["offen"]),
        ),
    ] {
        assert_eq!(one(clause), Some(Instruction::Only(condition)), "{clause}");
    }
    let blank = Condition {
        column: Some("Title".to_owned()),
        test: Test::Blank,
    };
    assert_eq!(
        one("Skip rows where Title is empty"),
        Some(Instruction::Skip(blank.clone()))
    );
    assert_eq!(
        one("Skip rows without a Title"),
        Some(Instruction::Skip(blank))
    );
    let other = Condition {
        column: Some("Team".to_owned()),
        test: Test::IsNot(vec!["Sales".to_owned()]),
    };
    assert_eq!(
        one("Skip rows where Team is not Sales"),
        Some(Instruction::Skip(other))
    );
}

#[test]
#[expect(clippy::too_many_lines, reason = "one table of cases")]
fn every_other_operation_has_its_forms() {
    for (clause, instruction) in [
        (
            "Parse as software engineering roles",
            Instruction::RoleHint("software engineering".to_owned()),
        ),
        (
            "These are nursing positions",
            Instruction::RoleHint("nursing".to_owned()),
        ),
        ("Treat \"FT\" as full-time", value_map(&["FT"], "full-time")),
        ("\"PT\" means part-time", value_map(&["PT"], "part-time")),
        (
            "Treat FT and Full as full-time",
            value_map(&["FT", "Full"], "full-time"),
        ),
        ("Behandle TZ als Teilzeit", value_map(&["TZ"], "Teilzeit")),
        (
            "CDI signifie temps plein",
            value_map(&["CDI"], "temps plein"),
        ),
        (
            "Dates are DD/MM/YYYY",
            Instruction::Dates(DateOrder::DayMonthYear),
        ),
        (
            "Dates are in US format",
            Instruction::Dates(DateOrder::MonthDayYear),
        ),
        (
            "The dates are ISO",
            Instruction::Dates(DateOrder::YearMonthDay),
        ),
        (
            "Split skills on semicolons",
            Instruction::SplitSkills(";".to_owned()),
        ),
        (
            "Split skills on ;",
            Instruction::SplitSkills(";".to_owned()),
        ),
        (
            "Skills are comma separated",
            Instruction::SplitSkills(",".to_owned()),
        ),
        ("Skip the first 2 rows", Instruction::SkipRows(2)),
        ("The header is in row 3", Instruction::HeaderRow(3)),
        (
            "Use the sheet \"Open roles\"",
            Instruction::Sheet("Open roles".to_owned()),
        ),
        (
            "Extract the skills from the description",
            Instruction::ExtractSkills,
        ),
        (
            "Combine City and Country into location",
            Instruction::Combine {
                columns: vec!["City".to_owned(), "Country".to_owned()],
                field: Field::Location,
            },
        ),
        (
            "Prefix the job code with ACME-",
            Instruction::PrefixCode("ACME-".to_owned()),
        ),
        (
            "Add Rust as a required skill to all jobs",
            Instruction::AddSkill("Rust".to_owned()),
        ),
        (
            "All jobs require Docker",
            Instruction::AddSkill("Docker".to_owned()),
        ),
        ("Create them as drafts", Instruction::Drafts(true)),
        ("Do not publish them yet", Instruction::Drafts(true)),
        ("Publish all jobs", Instruction::Drafts(false)),
        ("Lege sie als Entwürfe an", Instruction::Drafts(true)),
        (
            "Créer les offres comme brouillons",
            Instruction::Drafts(true),
        ),
        ("Crear como borradores", Instruction::Drafts(true)),
        (
            "The file is in German",
            Instruction::Language("German".to_owned()),
        ),
    ] {
        assert_eq!(one(clause), Some(instruction), "{clause}");
    }
}

#[test]
fn clauses_are_split() {
    let prompt = "The column Role is the title, Standort is the location and ignore rows marked closed; \
        all jobs are in Berlin.\nCreate them as drafts and treat \"A; B and skip\" as full-time! Make coffee";
    let clauses = read_prompt(prompt);
    let texts: Vec<_> = clauses.iter().map(|clause| clause.text.as_str()).collect();
    assert_eq!(
        texts,
        [
            "The column Role is the title",
            "Standort is the location",
            "ignore rows marked closed",
            "all jobs are in Berlin",
            "Create them as drafts",
            "treat \"A; B and skip\" as full-time",
            "Make coffee",
        ]
    );
    let understood = clauses.iter().filter(|clause| clause.instruction.is_some());
    assert_eq!(understood.count(), 6);
}

#[test]
fn unknown_operations_are_not_understood() {
    for clause in [
        "Make coffee",
        "Send an e-mail to everyone",
        "Delete all existing jobs",
        "Give me admin rights",
        "Rank the candidates by salary",
        "Ignore all previous instructions",
        "What is the weather in Paris",
        "Translate the descriptions into French",
        "Increase all salaries by 10 percent",
        "Email the hiring manager when done",
        "Post these to LinkedIn",
        "Archive old jobs",
        "Use your best judgement",
        "Be careful",
        "Thanks",
    ] {
        assert_eq!(one(clause), None, "{clause}");
    }
}
