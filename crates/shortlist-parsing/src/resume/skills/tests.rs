//! Tests with skills of invented resumes.

use super::super::tests::{names, understood};

/// Returns the skills of a section with these lines.
fn listed(lines: &str) -> Vec<String> {
    let text = format!(
        "#Grace Example\ngrace@example.org\n\n#Technical Skills\n{lines}\n\n#Education\nBSc Mathematics, 2008\n"
    );
    let resume = understood(&text);
    names(&resume).into_iter().map(str::to_owned).collect()
}

#[test]
fn labels_heads_and_levels_are_not_skills() {
    for (lines, skills) in [
        (
            "Languages: Java, Go\nDatabases: SQL: PostgreSQL",
            vec!["Java", "Go", "PostgreSQL"],
        ),
        (
            "Operating Systems\tSolaris, AIX\nTools\t: Jira",
            vec!["Solaris", "AIX", "Jira"],
        ),
        ("Databases\nMySQL\nOracle 12c", vec!["MySQL", "Oracle"]),
        (
            "Machines operated - CNC Milling, Lathe",
            vec!["CNC Milling", "Lathe"],
        ),
        (
            "Git - good\nDocker (3 years)\nRust 8/10\nExcel (Advanced)",
            vec!["Git", "Docker", "Rust", "Microsoft Excel"],
        ),
        (
            "Skill Years Proficiency\nWelding\t>5\tAdvanced",
            vec!["Welding"],
        ),
        (
            "Photoshop ●●●○○\nInDesign ★★☆",
            vec!["Photoshop", "InDesign"],
        ),
    ] {
        assert_eq!(listed(lines), skills, "{lines}");
    }
}

#[test]
fn placeholders_of_templates_are_not_skills() {
    for lines in [
        "Java, [Skill name 2], Go",
        "Java, Go, [Compétence 3]",
        "Java\nGo\n[Skill name 2]",
    ] {
        assert_eq!(listed(lines), ["Java", "Go"], "{lines}");
    }
}

#[test]
fn lead_ins_and_conjunctions_are_cut_away() {
    for (lines, skills) in [
        (
            "Very good knowledge of Kubernetes\nProficient in Python",
            vec!["Kubernetes", "Python"],
        ),
        ("Virtualization: VMware and KVM", vec!["VMware", "KVM"]),
        (
            "Programs (Tally, QuickBooks & Xero)",
            vec!["Tally", "QuickBooks", "Xero"],
        ),
        (
            "Erection and Commissioning",
            vec!["Erection and Commissioning"],
        ),
        (
            "Flurble, Report Wrangler, Blurgle Studio and Core Sorter",
            vec![
                "Flurble",
                "Report Wrangler",
                "Blurgle Studio",
                "Core Sorter",
            ],
        ),
        (
            "Flurble, Stamps and Coins, Blurgle and Sorter",
            vec!["Flurble", "Stamps and Coins", "Blurgle and Sorter"],
        ),
        ("Tools- Flurble, Blurgle", vec!["Flurble", "Blurgle"]),
        ("熟练使用Java，熟悉Linux系统", vec!["Java", "Linux"]),
        ("Basic PowerShell", vec!["PowerShell"]),
        (
            "Gute Kenntnisse in Blender\nMaîtrise de Ansible",
            vec!["Blender", "Ansible"],
        ),
    ] {
        assert_eq!(listed(lines), skills, "{lines}");
    }
}

#[test]
fn prose_is_not_a_list_and_another_entry_ends_it() {
    let prose = "Rust, Erlang, Elixir\nBuilding, configuring, patching and troubleshooting of physical servers for several customers in the north";
    assert_eq!(listed(prose), ["Rust", "Erlang", "Elixir"]);
    let job = "Rust, Erlang, Elixir\nExample Works Ltd\tMay 2017 to Feb 2019\nTask one, task two";
    assert_eq!(listed(job), ["Rust", "Erlang", "Elixir"]);
    let person = "Rust, Erlang, Elixir\nDate of birth: 1 May 1980\nThird street, second house";
    assert_eq!(listed(person), ["Rust", "Erlang", "Elixir"]);
    let versions = "Windows Server 2008, 2012\nErlang";
    assert_eq!(listed(versions).last().map(String::as_str), Some("Erlang"));
}

#[test]
fn a_wrapped_line_continues_only_if_it_is_full() {
    let full =
        "Apples, pears, plums, cherries, oranges, lemons, limes, stone fruit of\nthe south, figs";
    assert!(listed(full).contains(&"stone fruit of the south".to_owned()));
    let ragged = "Rust, Erlang, Elixir\nbash, awk";
    assert!(listed(ragged).contains(&"Bash".to_owned()));
}

#[test]
fn only_known_skills_are_taken_from_prose() {
    let sentence =
        "In my years at the yard I have built and repaired engines for the boats of many people\n";
    let prose = format!("{sentence}{sentence}{sentence}How I work\nRust");
    assert_eq!(listed(&prose), ["Rust"]);
}

#[test]
fn two_listed_skills_are_a_list() {
    let text = "#Grace Example\ngrace@example.org\n\n#Summary\nKnows Kubernetes and PostgreSQL.\n\n\
                #Skills\nFlurble, Blurgle\n\n#Education\nBSc Mathematics, 2008\n";
    assert_eq!(names(&understood(text)), ["Flurble", "Blurgle"]);
}

#[test]
fn numbers_of_items_are_not_part_of_skills() {
    assert_eq!(
        listed("1. AutoCAD\n2) Welding\nc) Flurble\n3D modelling"),
        ["AutoCAD", "Welding", "Flurble", "3D Modeling"]
    );
}

#[test]
fn a_conjunction_needs_no_spaces() {
    assert_eq!(
        listed("Excel &PowerPoint, HTML&CSS, R&D"),
        [
            "Microsoft Excel",
            "Microsoft PowerPoint",
            "HTML",
            "CSS",
            "R&D"
        ]
    );
}

#[test]
fn brackets_after_a_known_skill_name_its_parts() {
    assert_eq!(
        listed("MS Office (Word, Excel)"),
        ["Microsoft Office", "Microsoft Word", "Microsoft Excel"]
    );
}

#[test]
fn versions_are_listed_apart() {
    assert_eq!(
        listed("Windows 7, Windows 10, windows 7"),
        ["Windows", "Windows"]
    );
}

#[test]
fn rests_of_sentences_are_no_skills_among_capitals() {
    assert_eq!(
        listed("Welding, Flurble, for daily use, Blurgle"),
        ["Welding", "Flurble", "Blurgle"]
    );
    assert_eq!(
        listed("welding, flurble, blurgle"),
        ["Welding", "flurble", "blurgle"]
    );
}
