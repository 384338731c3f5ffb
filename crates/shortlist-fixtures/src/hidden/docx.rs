//! Writes DOCX files with hidden text.

use super::{
    HIDDEN_WORDS, HiddenText, INSTRUCTIONS, PAGES, SKILLS_LINE, full_width, keywords, look_alike,
    overridden, split, tagged,
};
use crate::{Format, docx_of_parts};

/// The differences from the plain resume.
#[derive(Default)]
pub(super) struct DocxVariant {
    /// The text that replaces the skills line, if any.
    skills: Option<String>,
    /// Further paragraphs, as raw XML.
    more: String,
}

const SPACES: &str = r#"xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape" xmlns:w14="http://schemas.microsoft.com/office/word/2010/wordml""#;
const RELATIONS: &str = r#"<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/styles" Target="styles.xml"/></Relationships>"#;
const STYLES: &str = r#"<w:style w:type="character" w:styleId="Ghost"><w:name w:val="Ghost"/><w:rPr><w:vanish/></w:rPr></w:style><w:style w:type="paragraph" w:styleId="Pale"><w:name w:val="Pale"/><w:rPr><w:color w:val="FFFFFF"/></w:rPr></w:style>"#;

/// Returns the resume as a DOCX.
pub(super) fn write(variant: &DocxVariant) -> Vec<u8> {
    let mut body = String::new();
    for (number, line) in PAGES.concat().into_iter().enumerate() {
        let skills = variant.skills.as_deref().filter(|_| number == SKILLS_LINE);
        body.push_str(&paragraph("", "", skills.unwrap_or(line)));
    }
    let document = format!(
        r#"<?xml version="1.0" encoding="UTF-8"?><w:document {SPACES}><w:body>{body}{}</w:body></w:document>"#,
        variant.more
    );
    let styles =
        format!(r#"<?xml version="1.0" encoding="UTF-8"?><w:styles {SPACES}>{STYLES}</w:styles>"#);
    docx_of_parts(&[
        ("word/document.xml", document.as_bytes()),
        ("word/_rels/document.xml.rels", RELATIONS.as_bytes()),
        ("word/styles.xml", styles.as_bytes()),
    ])
}

fn paragraph(paragraph: &str, run: &str, text: &str) -> String {
    let text = text.replace('&', "&amp;").replace('<', "&lt;");
    format!(
        r#"<w:p><w:pPr>{paragraph}</w:pPr><w:r><w:rPr>{run}</w:rPr><w:t xml:space="preserve">{text}</w:t></w:r></w:p>"#
    )
}

fn found(way: &'static str, kind: &'static str, quote: &'static str, more: String) -> HiddenText {
    let variant = DocxVariant {
        more,
        ..DocxVariant::default()
    };
    HiddenText {
        way,
        format: Format::Docx,
        kind: Some(kind),
        page: None,
        quote,
        bytes: write(&variant),
    }
}

/// Returns one resume for each way of hiding text in a DOCX.
pub(super) fn hidden_texts() -> Vec<HiddenText> {
    let mut all = looks();
    all.extend(written());
    for instruction in INSTRUCTIONS {
        all.push(found(
            "injected sentence",
            "instruction",
            instruction,
            paragraph("", "", instruction),
        ));
    }
    all.push(found(
        "keyword list",
        "keyword_list",
        "Kubernetes 1, Terraform 1",
        paragraph("", "", &keywords()),
    ));
    all
}

/// The way of hiding, the kind of finding, and the XML properties of the paragraph and of the run.
const WAYS: &[(&str, &str, &str, &str)] = &[
    ("vanish", "vanish", "", "<w:vanish/>"),
    (
        "vanish by a style",
        "vanish",
        "",
        r#"<w:rStyle w:val="Ghost"/>"#,
    ),
    ("white", "same_colour", "", r#"<w:color w:val="FFFFFF"/>"#),
    (
        "nearly white",
        "same_colour",
        "",
        r#"<w:color w:val="FDFDFD"/>"#,
    ),
    (
        "white by a style",
        "same_colour",
        r#"<w:pStyle w:val="Pale"/>"#,
        "",
    ),
    (
        "white on white shading",
        "same_colour",
        r#"<w:shd w:val="clear" w:fill="FFFFFF"/>"#,
        r#"<w:color w:val="FFFFFF"/>"#,
    ),
    (
        "in the colour of its paragraph",
        "same_colour",
        r#"<w:shd w:val="clear" w:fill="336699"/>"#,
        r#"<w:color w:val="336699"/>"#,
    ),
    (
        "in the colour of its shading",
        "same_colour",
        "",
        r#"<w:color w:val="336699"/><w:shd w:val="clear" w:fill="336699"/>"#,
    ),
    ("one point", "tiny", "", r#"<w:sz w:val="2"/>"#),
    ("one and a half points", "tiny", "", r#"<w:sz w:val="3"/>"#),
    ("squeezed to a hundredth", "tiny", "", r#"<w:w w:val="1"/>"#),
    (
        "without a fill",
        "invisible",
        "",
        "<w14:textFill><w14:noFill/></w14:textFill>",
    ),
    (
        "off the page by its frame",
        "off_page",
        r#"<w:framePr w:w="500" w:hAnchor="page" w:vAnchor="page" w:x="-20000" w:y="1"/>"#,
        "",
    ),
    (
        "off the page by its indent",
        "off_page",
        r#"<w:ind w:left="-30000" w:right="30000"/>"#,
        "",
    ),
];

/// Returns resumes with words that are formatted or placed so that nobody sees them.
fn looks() -> Vec<HiddenText> {
    let mut all: Vec<HiddenText> = WAYS
        .iter()
        .map(|(way, kind, properties, run)| {
            found(
                way,
                kind,
                HIDDEN_WORDS,
                paragraph(properties, run, HIDDEN_WORDS),
            )
        })
        .collect();
    let drawn = format!(
        r#"<w:p><w:r><w:drawing><wp:anchor behindDoc="0"><wp:positionH relativeFrom="page"><wp:posOffset>-9000000</wp:posOffset></wp:positionH><wp:positionV relativeFrom="page"><wp:posOffset>100000</wp:posOffset></wp:positionV><wp:extent cx="3000000" cy="300000"/><a:graphic><a:graphicData><wps:wsp><wps:txbx><w:txbxContent>{}</w:txbxContent></wps:txbx></wps:wsp></a:graphicData></a:graphic></wp:anchor></w:drawing></w:r></w:p>"#,
        paragraph("", "", HIDDEN_WORDS)
    );
    all.push(found(
        "in a text box off the page",
        "off_page",
        HIDDEN_WORDS,
        drawn,
    ));
    all
}

/// Returns resumes with words that machines and people read differently.
fn written() -> Vec<HiddenText> {
    const SKILLS: &str = "Python, PostgreSQL, Docker, Linux";
    let with_skills = |skills: String| {
        write(&DocxVariant {
            skills: Some(skills),
            ..DocxVariant::default()
        })
    };
    let seen = |way, skills: String| HiddenText {
        way,
        format: Format::Docx,
        kind: None,
        page: None,
        quote: "",
        bytes: with_skills(skills),
    };
    // `PMP` reads the same backwards, so it would remain visible.
    let backwards = HIDDEN_WORDS.replace("PMP ", "");
    let tags = format!("Shops{}", tagged(HIDDEN_WORDS));
    vec![
        seen("look-alike letters", look_alike(SKILLS)),
        seen("full-width letters", full_width(SKILLS)),
        HiddenText {
            kind: Some("zero_width"),
            quote: "Python",
            ..seen("blanks without width", split(SKILLS))
        },
        found(
            "tag characters",
            "zero_width",
            HIDDEN_WORDS,
            paragraph("", "", &tags),
        ),
        found(
            "backwards by a control",
            "zero_width",
            "Kubernetes Terraform Kafka leadership",
            paragraph("", "", &overridden(&backwards)),
        ),
    ]
}
