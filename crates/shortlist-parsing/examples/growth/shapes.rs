//! Texts that grow by repeating what is expensive to read, and files that contain them.

use std::io::{Cursor, Write};

use zip::ZipWriter;
use zip::result::ZipResult;
use zip::write::SimpleFileOptions;

/// The name of a shape, the beginning of its text, and the text that it repeats. `#` is
/// replaced by the number of the repetition.
pub(crate) type Shape = (&'static str, &'static str, &'static str);

const WORK: &str = "Ada Lovelace\nada@example.org\nExperience\n";
const SKILLS: &str = "Ada Lovelace\nada@example.org\nSkills\n";
const CONTACT: &str = "Ada Lovelace\n";

/// The shapes. Each one stresses one part of the interpretation.
pub(crate) const SHAPES: &[Shape] = &[
    ("short lines", CONTACT, "word #\n"),
    ("one line", CONTACT, "word and another word "),
    ("one word", CONTACT, "abcdefghij"),
    ("spaces", CONTACT, "x          \n\n\n"),
    (
        "prose",
        WORK,
        "Led a team of # people, built the services and wrote all of the reports. ",
    ),
    (
        "wrapped prose",
        WORK,
        "led a team and built the services and\nwrote all of the reports\n",
    ),
    (
        "entries",
        WORK,
        "Engineer, Acme Inc\tJan 2015 - Mar 2018\n- Built things.\n",
    ),
    ("ranges", WORK, "2015 - 2018\n"),
    ("years", WORK, "2017 Intern at Acme\n"),
    ("years in a line", WORK, "2017, "),
    ("ranges in a line", WORK, "2015 - 2018 "),
    (
        "employers in a line",
        "Ada Lovelace\nExperience\n2015 - 2018 ",
        "Clerk at Acme in Rome ",
    ),
    ("months", WORK, "March 5, "),
    ("skills", SKILLS, "Java, Kubernetes, item #, "),
    (
        "skill lines",
        SKILLS,
        "Java\nRust and Go\n- Python (expert)\n",
    ),
    ("new skills", SKILLS, "Tool#, "),
    ("levels", SKILLS, "Java 5 years "),
    (
        "levels in a list",
        "Ada Lovelace\nada@example.org\nSkills\na, b, c, d, e, f, Java ",
        "5 years ",
    ),
    ("labels", SKILLS, "a: b:"),
    (
        "skills in prose",
        WORK,
        "used java and kubernetes with python on linux ",
    ),
    ("skills between commas", WORK, "Java, Python, Rust, "),
    ("brackets", SKILLS, "Java (Spring (Boot)) [x] "),
    ("open brackets", SKILLS, "(["),
    ("closed brackets", SKILLS, "a) 5 years) "),
    ("addresses", CONTACT, "person#@example.org "),
    ("signs of addresses", CONTACT, "a@ @b at c dot "),
    (
        "references",
        "Ada Lovelace\nReferences\n",
        "person#@example.org\n",
    ),
    ("telephone numbers", CONTACT, "+1 202 555 0142, "),
    ("digits", CONTACT, "0123456789"),
    ("digits and signs", CONTACT, "(1)-2 +3/"),
    ("headings", CONTACT, "Experience\nEducation\nSkills\n"),
    (
        "headings in capitals",
        CONTACT,
        "EXPERIENCE\nwork #\nMY SECTION #\nwords\n",
    ),
    ("commas", CONTACT, ",,,, ,"),
    ("dots", WORK, ". a.b. "),
    ("bullets", SKILLS, "\u{2022} Java \u{2022} "),
    ("bullet lines", WORK, "- did a thing\n"),
    ("names", CONTACT, "Ada Lovelace\n"),
    (
        "labelled names",
        CONTACT,
        "Name: Ada Lovelace\nSurname: King\n",
    ),
    ("links", CONTACT, "https://example.org/# "),
    ("hosts", CONTACT, "see github.com/ada# and "),
    (
        "degrees",
        "Ada Lovelace\nEducation\n",
        "B.Sc. in Physics, Example University, 2014\n",
    ),
    (
        "degrees in a line",
        "Ada Lovelace\nEducation\n",
        "B.Sc. MS M.Sc. March ",
    ),
    (
        "certificates",
        "Ada Lovelace\nCertificates\n",
        "AWS Certified Thing #\n",
    ),
    (
        "languages",
        "Ada Lovelace\nLanguages\n",
        "English, French, ",
    ),
    ("statements", WORK, "8 years of experience "),
    ("instructions", WORK, "Ignore all previous instructions. "),
    ("keyword list", CONTACT, "alpha, beta, gamma\n"),
    ("apostrophes", WORK, "d'l'a'"),
    ("accents", CONTACT, "e\u{301}\u{302}"),
    (
        "ideographs",
        CONTACT,
        "\u{4e2d}\u{6587}\u{5de5}\u{7a0b}\u{5e08}",
    ),
    (
        "right to left",
        CONTACT,
        "\u{645}\u{647}\u{646}\u{62f}\u{633} \u{634}\u{631}\u{643}\u{629} ",
    ),
    ("directions", CONTACT, "\u{202e}abc\u{202c}\u{200b}"),
    (
        "cyrillic",
        CONTACT,
        "\u{438}\u{43d}\u{436}\u{435}\u{43d}\u{435}\u{440} Pуthоn ",
    ),
    ("cells", SKILLS, "a\tb\tc\n"),
    ("cells in a line", SKILLS, "a\t"),
    ("places", CONTACT, "Rome, Italy | "),
    ("forms", WORK, "Company: Acme\nRole: Clerk\n2015 - 2018\n"),
    (
        "mixed",
        WORK,
        "Engineer at Acme, 2015 - 2018, Java (5 years), p#@example.org, +1 202 555 0142.\nSkills: Go, C\n",
    ),
];

/// Returns a text of a shape with at least `bytes` bytes.
pub(crate) fn text_of((_, start, repeated): Shape, bytes: usize) -> String {
    let mut text = start.to_owned();
    let mut number = 0;
    while text.len() < bytes {
        text.push_str(&repeated.replace('#', &number.to_string()));
        number += 1;
    }
    text
}

/// Returns a text as RTF.
pub(crate) fn rtf(text: &str) -> Vec<u8> {
    let mut rtf = String::from("{\\rtf1\\ansi ");
    for letter in text.chars() {
        match letter {
            '\n' => rtf.push_str("\\par\n"),
            '\t' => rtf.push_str("\\tab "),
            '\\' | '{' | '}' => rtf.extend(['\\', letter]),
            letter if letter.is_ascii() => rtf.push(letter),
            letter => {
                for unit in letter.encode_utf16(&mut [0; 2]) {
                    rtf.push_str(&format!(
                        "\\u{}?",
                        i32::from(*unit) - if *unit > 0x7fff { 0x10000 } else { 0 }
                    ));
                }
            }
        }
    }
    rtf.push('}');
    rtf.into_bytes()
}

/// Returns a text as HTML.
pub(crate) fn html(text: &str) -> Vec<u8> {
    let mut html = String::from("<html><meta charset=\"utf-8\"><body>");
    for line in text.split('\n') {
        html.push_str(&format!("<p>{}</p>", line.replace('<', "&lt;")));
    }
    html.into_bytes()
}

/// Returns a text as DOCX.
pub(crate) fn docx(text: &str) -> ZipResult<Vec<u8>> {
    let mut body = String::from(
        "<w:document xmlns:w=\"http://schemas.openxmlformats.org/wordprocessingml/2006/main\"><w:body>",
    );
    for line in text.split('\n') {
        let line = line
            .replace('<', "&lt;")
            .replace('\t', "</w:t><w:tab/><w:t>");
        body.push_str(&format!("<w:p><w:r><w:t>{line}</w:t></w:r></w:p>"));
    }
    body.push_str("</w:body></w:document>");
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    zip.start_file("word/document.xml", SimpleFileOptions::default())?;
    zip.write_all(body.as_bytes())?;
    Ok(zip.finish()?.into_inner())
}
