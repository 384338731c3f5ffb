//! Tests of text that a file declares in place of what it draws.

use super::*;

const DRAWN: &str = "Clerk, Acme Ltd";
const DECLARED: &str = "Kubernetes and Kafka";

/// Returns a page whose only line has named properties, and further objects from the seventh on.
fn page_with_properties(properties: &str, others: &[&str]) -> Vec<u8> {
    let content = format!(
        "{}/Span /P BDC {}EMC\n/Fm Do\n",
        filler(700),
        show(50, 500, DRAWN)
    );
    let mut objects = vec![
        "<</Type/Catalog/Pages 2 0 R>>".to_owned(),
        "<</Type/Pages/Count 1/Kids[5 0 R]>>".to_owned(),
        "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>".to_owned(),
        "<<>>".to_owned(),
        format!(
            "<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents 6 0 R\
             /Resources<</Font<</F1 3 0 R>>/XObject<</Fm 7 0 R>>/Properties {properties}>>>>"
        ),
        format!("<</Length {}>>stream\n{content}\nendstream", content.len()),
    ];
    objects.extend(others.iter().map(|&object| object.to_owned()));
    assemble(&objects)
}

#[track_caller]
fn is_read_as_drawn(file: &[u8]) {
    let document = read_pdf(file).unwrap();
    let text = document.flatten().text;
    assert!(text.as_str().contains(DRAWN), "{text:?}");
    assert!(!text.as_str().contains(DECLARED), "{text:?}");
    let found = document
        .hidden
        .iter()
        .find(|it| it.quote.contains(DECLARED));
    assert_eq!(found.map(|it| it.kind), Some(FindingKind::Substituted));
}

#[test]
fn properties_are_found_wherever_they_are() {
    let direct = format!("<</P<</ActualText({DECLARED})>>>>");
    is_read_as_drawn(&page_with_properties(&direct, &[]));
    let properties = format!("<</ActualText({DECLARED})>>");
    is_read_as_drawn(&page_with_properties(
        "<</P 8 0 R>>",
        &["<<>>", &properties],
    ));
    let all = format!("<</P<</ActualText({DECLARED})>>>>");
    is_read_as_drawn(&page_with_properties("8 0 R", &["<<>>", &all]));
    let text = format!("({DECLARED})");
    is_read_as_drawn(&page_with_properties(
        "<</P<</ActualText 8 0 R>>>>",
        &["<<>>", &text],
    ));
}

#[test]
fn properties_may_also_look_like_a_font() {
    let font = format!(
        "<</Subtype/Type1/Encoding/WinAnsiEncoding/BaseFont/Helvetica/ToUnicode 3 0 R/ActualText({DECLARED})>>"
    );
    is_read_as_drawn(&page_with_properties("<</P 8 0 R>>", &["<<>>", &font]));
}

#[test]
fn a_form_has_properties_of_its_own() {
    let content = format!("/Span /Q BDC {}EMC", show(50, 450, "Wrote lists"));
    let form = format!(
        "<</Type/XObject/Subtype/Form/BBox[0 0 600 800]/Resources<</Font<</F1 3 0 R>>\
         /Properties<</Q<</ActualText({DECLARED})>>>>>>/Length {}>>stream\n{content}\nendstream",
        content.len()
    );
    is_read_as_drawn(&page_with_properties("<<>>", &[&form]));
}
