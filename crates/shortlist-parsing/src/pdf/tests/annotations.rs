//! Tests of the fields of forms and of text that is typed onto a page.

use super::*;

/// Returns a page with some annotations, whose objects follow those of the page, and with entries of the catalog.
fn annotated(content: &str, annotations: &[&str]) -> Vec<u8> {
    let first = 7;
    let kids: String = (first..first + annotations.len())
        .map(|number| format!("{number} 0 R "))
        .collect();
    let mut objects = vec![
        format!(
            "<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[{kids}]/DR<</Font<</Helv 3 0 R>>>>>>>>"
        ),
        "<</Type/Pages/Count 1/Kids[5 0 R]>>".to_owned(),
        "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>".to_owned(),
        "<</Type/Font/Subtype/Type1/BaseFont/Helvetica-Bold>>".to_owned(),
        format!(
            "<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents 6 0 R\
             /Resources<</Font<</F1 3 0 R/F2 4 0 R>>>>/Annots[{kids}]>>"
        ),
        format!("<</Length {}>>stream\n{content}\nendstream", content.len()),
    ];
    objects.extend(annotations.iter().map(|object| (*object).to_owned()));
    assemble(&objects)
}

fn field(y: u32, entries: &str) -> String {
    format!(
        "<</Type/Annot/Subtype/Widget/F 4/Rect[200 {} 500 {}]/DA(/Helv 10 Tf 0 g){entries}>>",
        y - 4,
        y + 12
    )
}

#[test]
fn values_of_fields_stand_beside_their_labels() {
    let page = show(50, 760, "Full name") + &show(50, 740, "Degree") + &filler(600);
    let parent = "/Parent<</FT/Ch/V[(Master of Science)(Diploma)]>>";
    let wide = field(
        760,
        "/FT/Tx/V(\\376\\377\\000A\\000d\\000a\\000 \\001\\015)",
    );
    let text = text_of(&annotated(&page, &[&wide, &field(740, parent)]));
    assert!(
        text.starts_with("Full name\tAda č\nDegree\tMaster of Science, Diploma\n"),
        "{text}"
    );
}

#[test]
fn the_appearance_of_a_field_counts_instead_of_its_value() {
    let drawn = "BT /Helv 20 Tf 4 8 Td (Ada Lovelace) Tj ET";
    // The box of the appearance is twice as large as the field.
    let form = format!(
        "<</Subtype/Form/BBox[0 0 600 32]/Length {}>>stream\n{drawn}\nendstream",
        drawn.len()
    );
    let page = show(50, 760, "Name") + &filler(600);
    let shown = field(760, "/FT/Tx/V(Someone Else)/AP<</N 8 0 R>>");
    let text = text_of(&annotated(&page, &[&shown, &form]));
    assert!(text.starts_with("Name\tAda Lovelace\n"), "{text}");
    // An appearance without text is not up to date.
    let empty = "<</Subtype/Form/BBox[0 0 600 32]/Length 6>>stream\nq Q   \nendstream";
    let text = text_of(&annotated(&page, &[&shown, empty]));
    assert!(text.starts_with("Name\tSomeone Else\n"), "{text}");
}

#[test]
fn text_typed_onto_the_page_is_read_and_comments_are_not() {
    let page = show(50, 760, "Ada Lovelace") + &filler(600);
    let typed = "<</Type/Annot/Subtype/FreeText/Rect[50 730 300 746]/Contents(ada@example.org\\r+44 20 7946 0812)/DA(/Helv 8 Tf)>>";
    let comment = "<</Type/Annot/Subtype/Text/Rect[50 700 70 720]/Contents(check this)>>";
    let text = text_of(&annotated(&page, &[typed, comment]));
    assert!(text.contains("Ada Lovelace\n"), "{text}");
    assert!(
        text.contains("ada@example.org\n+44 20 7946 0812\n"),
        "{text}"
    );
    assert!(!text.contains("check this"));
}

#[test]
fn fields_that_nobody_sees_are_not_read() {
    let hidden = field(760, "/FT/Tx/V(Kubernetes)").replace("/F 4", "/F 2");
    let screen = field(740, "/FT/Tx/V(Kubernetes)").replace("/F 4", "/F 36");
    let password = field(720, "/FT/Tx/Ff 8192/V(Kubernetes)");
    let button = field(700, "/FT/Btn/Ff 65536/V(Kubernetes)");
    let text = text_of(&annotated(
        &filler(600),
        &[&hidden, &screen, &password, &button],
    ));
    assert!(!text.contains("Kubernetes"), "{text}");
}

#[test]
fn boxes_show_whether_they_are_ticked() {
    let tick = |y: u32, entries: &str| {
        format!(
            "<</Type/Annot/Subtype/Widget/FT/Btn/Rect[50 {y} 60 {}]{entries}>>",
            y + 10
        )
    };
    let page = show(64, 762, "PhD") + &show(64, 742, "BSc") + &show(64, 722, "MSc") + &filler(600);
    let boxes = [
        tick(760, "/AS/Off/V/Off"),
        tick(740, "/AS/Yes"),
        tick(720, "/V/1"),
    ];
    let text = text_of(&annotated(&page, &[&boxes[0], &boxes[1], &boxes[2]]));
    assert!(text.starts_with("[ ] PhD\n[x] BSc\n[x] MSc\n"), "{text}");
}

proptest! {
    #[test]
    fn any_annotation_is_read_without_a_panic(
        entries in "(/(FT|V|Rect|AP|AS|Ff|Parent|BBox|DA|Subtype|F) ?(/[A-Z][a-z]{1,8}|\\(\\w{0,4}\\)|-?[0-9]{1,12}|\\[[0-9 .-]{0,20}\\]|<</N [0-9] 0 R>>|[0-9] 0 R)){0,6}"
    ) {
        let annotation = format!("<</Type/Annot{entries}>>");
        let read = read_content(&annotated(&filler(700), &[&annotation, &annotation]));
        prop_assert_ne!(read.err(), Some(ReadError::panicked()));
    }
}
