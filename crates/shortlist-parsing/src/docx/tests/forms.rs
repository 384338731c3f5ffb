//! Forms, diagrams and charts.

use super::*;

fn control(properties: &str, content: &str) -> String {
    format!("<w:sdt><w:sdtPr>{properties}</w:sdtPr><w:sdtContent>{content}</w:sdtContent></w:sdt>")
}

#[test]
fn placeholders_of_content_controls_are_no_text() {
    let run = |text: &str| format!("<w:r><w:t>{text}</w:t></w:r>");
    let placeholder = control(
        "<w:rPr><w:b/></w:rPr><w:showingPlcHdr/><w:text/>",
        &run("someone@example.com"),
    );
    let filled = control(
        "<w:showingPlcHdr w:val=\"0\"/><w:text/>",
        &run("ada@example.org"),
    );
    assert_eq!(
        text(&format!(
            "<w:p>{}{placeholder}{filled}</w:p>",
            run("Mail: ")
        )),
        "Mail: ada@example.org\n\n"
    );
    let paragraphs = control("<w:showingPlcHdr/>", &p("Office Manager, 2003 - 2012"));
    let outer = control(
        "<w:alias w:val=\"Job\"/>",
        &format!("{paragraphs}{}", p("Data Engineer")),
    );
    assert_eq!(text(&outer), "Data Engineer\n\n");
}

#[test]
fn boxes_of_content_controls_show_whether_they_are_ticked() {
    let run = |text: &str| format!("<w:r><w:t>{text}</w:t></w:r>");
    let sign = "<w:r><w:sym w:font=\"Wingdings\" w:char=\"F0FE\"/></w:r>";
    let checked = |checked: &str| format!("<w14:checkbox>{checked}</w14:checkbox>");
    let body = format!(
        "<w:p>{}{}{}{}{}{}</w:p>",
        control(&checked("<w14:checked w14:val=\"1\"/>"), sign),
        run("Rust "),
        control(&checked("<w14:checked w14:val=\"0\"/>"), &run("☐")),
        run("Java "),
        control(&checked(""), &run("☐")),
        run("Go"),
    );
    assert_eq!(text(&body), "[x] Rust [ ] Java [ ] Go\n\n");
}

#[test]
fn form_fields_show_what_was_chosen() {
    let field = |data: &str, name: &str| {
        format!(
            "<w:r><w:fldChar w:fldCharType=\"begin\"><w:ffData>{data}</w:ffData></w:fldChar></w:r><w:r><w:instrText> {name} </w:instrText></w:r>\
             <w:r><w:fldChar w:fldCharType=\"end\"/></w:r>"
        )
    };
    let list = |chosen: &str| {
        field(
            &format!(
                "<w:ddList>{chosen}<w:listEntry w:val=\"Bachelor\"/><w:listEntry w:val=\"Master\"/></w:ddList>"
            ),
            "FORMDROPDOWN",
        )
    };
    assert_eq!(
        text(&format!("<w:p>{}</w:p>", list("<w:result w:val=\"1\"/>"))),
        "Master\n\n"
    );
    assert_eq!(text(&format!("<w:p>{}</w:p>", list(""))), "Bachelor\n\n");
    let unknown = list("<w:result w:val=\"7\"/>");
    assert_eq!(
        text(&format!("<w:p><w:r><w:t>Degree</w:t></w:r>{unknown}</w:p>")),
        "Degree\n\n"
    );
    let ticked = field(
        "<w:checkBox><w:default w:val=\"0\"/><w:checked/></w:checkBox>",
        "FORMCHECKBOX",
    );
    let unticked = field(
        "<w:checkBox><w:default w:val=\"0\"/></w:checkBox>",
        "FORMCHECKBOX",
    );
    let run = |text: &str| format!("<w:r><w:t>{text}</w:t></w:r>");
    let body = format!(
        "<w:p>{ticked}{}{unticked}{}</w:p>",
        run("Rust "),
        run("Java")
    );
    assert_eq!(text(&body), "[x] Rust [ ] Java\n\n");
}

#[test]
fn word_art_and_symbols_of_ticks_are_read() {
    let art = "<w:p><w:r><w:pict><v:shape><v:textpath string=\"Ada Lovelace\"/></v:shape></w:pict></w:r></w:p>";
    assert_eq!(text(art), "Ada Lovelace\n\n");
    let ticks = "<w:p><w:r><w:sym w:font=\"Wingdings\" w:char=\"F0FE\"/><w:t>Rust</w:t><w:sym w:font=\"Wingdings\" w:char=\"F0A8\"/><w:t>Java</w:t></w:r></w:p>";
    assert_eq!(text(ticks), "☒Rust☐Java\n\n");
}

#[test]
fn texts_of_diagrams_are_read_once_at_their_place() {
    let diagram = "<w:p><w:r><w:drawing><wp:inline><a:graphic><dgm:relIds r:dm=\"d1\" r:lo=\"x\"/></a:graphic></wp:inline></w:drawing></w:r></w:p>";
    let body = format!("{}{diagram}{diagram}{}", p("Skills"), p("End"));
    let point = |text: &str| {
        format!(
            "<dgm:pt><dgm:prSet phldrT=\"[Text]\"/><dgm:t><a:bodyPr/><a:p><a:r><a:t>{text}</a:t></a:r></a:p></dgm:t></dgm:pt>"
        )
    };
    let data = format!(
        "<dgm:dataModel><dgm:ptLst>{}{}</dgm:ptLst></dgm:dataModel>",
        point("Rust"),
        point("SQL")
    );
    let links = relations(&[relation("d1", "diagramData", "diagrams/data1.xml")]);
    let document = read_document(&package(&[
        ("word/document.xml", main_part(&body).as_bytes()),
        ("word/_rels/document.xml.rels", links.as_bytes()),
        ("word/diagrams/data1.xml", data.as_bytes()),
    ]))
    .unwrap();
    assert_eq!(text_of(&document), "Skills\n\nRust\nSQL\n\nEnd\n\n");
}

#[test]
fn words_of_charts_are_read_once_at_their_place() {
    let shown = "<w:p><w:r><w:drawing><a:graphic><c:chart r:id=\"c1\"/></a:graphic></w:drawing></w:r></w:p>";
    let body = format!("{}{shown}{shown}{}", p("Skills"), p("End"));
    let chart = "<c:chartSpace><c:chart><c:cat><c:v>Rust</c:v><c:v>SQL</c:v></c:cat><c:val><c:v>5</c:v></c:val></c:chart></c:chartSpace>";
    let links = relations(&[relation("c1", "chart", "charts/chart1.xml")]);
    let document = read_document(&package(&[
        ("word/document.xml", main_part(&body).as_bytes()),
        ("word/_rels/document.xml.rels", links.as_bytes()),
        ("word/charts/chart1.xml", chart.as_bytes()),
    ]))
    .unwrap();
    assert_eq!(text_of(&document), "Skills\n\nRust\nSQL\n\nEnd\n\n");
}
