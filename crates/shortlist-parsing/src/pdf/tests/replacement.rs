//! Tests of text that a file declares in place of what it draws.

use super::*;

const DRAWN: &str = "Clerk, Acme Ltd";
const DECLARED: &str = "Kubernetes and Kafka";

/// Returns a page with these resources, besides a font, and with this content below some sentences. Its further objects are
/// numbered from 6.
fn page(resources: &str, content: &str, others: &[&str]) -> Vec<u8> {
    let content = filler(700) + content;
    let mut objects = vec![
        "<</Type/Catalog/Pages 2 0 R>>".to_owned(),
        "<</Type/Pages/Count 1/Kids[4 0 R]>>".to_owned(),
        "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>".to_owned(),
        format!(
            "<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents 5 0 R/Resources<<{resources}>>>>"
        ),
        stream("", &content),
    ];
    objects.extend(others.iter().map(|&object| object.to_owned()));
    assemble(&objects)
}

fn stream(entries: &str, content: &str) -> String {
    format!(
        "<<{entries}/Length {}>>stream\n{content}\nendstream",
        content.len()
    )
}

#[track_caller]
fn is_read_as_drawn(file: &[u8]) {
    let document = read_pdf(file).unwrap();
    let text = document.flatten().text;
    assert!(text.as_str().contains(DRAWN), "{text:?}");
    assert!(!text.as_str().contains(DECLARED), "{text:?}");
    let mut findings = document.hidden.iter();
    let found = findings.find(|it| it.quote.contains(DECLARED));
    assert_eq!(found.map(|it| it.kind), Some(FindingKind::Substituted));
}

/// Returns a page whose line has properties, from the named properties of the page and one more object.
fn page_with_properties(properties: &str, other: &str) -> Vec<u8> {
    let resources = format!("/Font<</F1 3 0 R>>/Properties {properties}");
    let content = format!("/Span /P BDC {}EMC", show(50, 500, DRAWN));
    page(&resources, &content, &[other])
}

#[test]
fn properties_are_found_wherever_they_are() {
    let properties = format!("<</ActualText({DECLARED})>>");
    let all = format!("<</P{properties}>>");
    let text = format!("({DECLARED})");
    for (named, other) in [
        (all.as_str(), "<<>>"),
        ("<</P 6 0 R>>", properties.as_str()),
        ("6 0 R", all.as_str()),
        ("<</P<</ActualText 6 0 R>>>>", text.as_str()),
    ] {
        is_read_as_drawn(&page_with_properties(named, other));
    }
}

#[test]
fn properties_may_also_look_like_a_font() {
    let font = format!(
        "<</Subtype/Type1/Encoding/WinAnsiEncoding/BaseFont/Helvetica/ToUnicode 3 0 R/ActualText({DECLARED})>>"
    );
    is_read_as_drawn(&page_with_properties("<</P 6 0 R>>", &font));
}

#[test]
fn a_form_has_properties_of_its_own() {
    let form = stream(
        &format!(
            "/Type/XObject/Subtype/Form/BBox[0 0 600 800]\
             /Resources<</Font<</F1 3 0 R>>/Properties<</Q<</ActualText({DECLARED})>>>>>>"
        ),
        &format!("/Span /Q BDC {}EMC", show(50, 450, "Wrote lists")),
    );
    let resources = "/Font<</F1 3 0 R>>/XObject<</Fm 6 0 R>>";
    let content = format!("{}/Fm Do", show(50, 500, DRAWN));
    is_read_as_drawn(&page(resources, &content, &[&form]));
}

#[test]
fn a_font_may_be_within_the_resources_and_name_its_encoding_elsewhere() {
    const CODES: &str = "abcdefghijklmnopqrst";
    let pairs = CODES.bytes().zip(DECLARED.bytes());
    let pairs = pairs.map(|(code, letter)| format!("<{code:02x}> <00{letter:02x}>\n"));
    let map = stream(
        "",
        &format!(
            "1 begincodespacerange <00> <ff> endcodespacerange 20 beginbfchar\n{}endbfchar",
            pairs.collect::<String>()
        ),
    );
    let font = |encoding: &str| {
        format!(
            "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding {encoding}/ToUnicode 6 0 R>>"
        )
    };
    let content = show(50, 500, DRAWN) + &show_in("F2 10", 50, 450, CODES);
    for (named, other) in [
        (font("/WinAnsiEncoding"), "<<>>".to_owned()),
        (font("7 0 R"), "/WinAnsiEncoding".to_owned()),
        ("7 0 R".to_owned(), font("/WinAnsiEncoding")),
    ] {
        let resources = format!("/Font<</F1 3 0 R/F2 {named}>>");
        is_read_as_drawn(&page(&resources, &content, &[&map, &other]));
    }
}
