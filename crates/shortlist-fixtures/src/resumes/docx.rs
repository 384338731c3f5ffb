//! Writes a sheet as DOCX: paragraphs with tabs, tables, a header part and text boxes (ECMA-376, part 1).

use super::sheet::{Block, Role, Sheet};
use crate::docx::archive;

const NAMESPACES: &str = r#"xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" xmlns:v="urn:schemas-microsoft-com:vml""#;
const TYPES: &str = r#"<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/><Override PartName="/word/header1.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.header+xml"/><Override PartName="/word/footer1.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.footer+xml"/></Types>"#;
const ROOT: &str = r#"<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>"#;
const PARTS: &str = r#"<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/header" Target="header1.xml"/><Relationship Id="rId2" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/footer" Target="footer1.xml"/></Relationships>"#;
/// The width of the text, in twentieths of a point.
const TEXT_WIDTH: i32 = 9_600;
const BOX_WIDTH: i32 = 3_600;
/// The left and right margins of a cell together.
const CELL_MARGINS: i32 = 220;

/// Returns the file.
pub(super) fn write(sheet: &Sheet) -> Vec<u8> {
    let writer = Writer {
        right_to_left: sheet.right_to_left,
    };
    let boxes: String = sheet
        .boxes
        .iter()
        .map(|blocks| writer.text_box(blocks))
        .collect();
    let body = writer.blocks(&sheet.body, TEXT_WIDTH);
    let document = format!(
        r#"<?xml version="1.0" encoding="UTF-8"?><w:document {NAMESPACES}><w:body>{boxes}{body}<w:sectPr><w:headerReference w:type="default" r:id="rId1"/><w:footerReference w:type="default" r:id="rId2"/><w:pgSz w:w="11906" w:h="16838"/></w:sectPr></w:body></w:document>"#
    );
    let edge = |element: &str, blocks: &[Block]| {
        let content = writer.blocks(blocks, TEXT_WIDTH);
        format!(
            r#"<?xml version="1.0" encoding="UTF-8"?><w:{element} {NAMESPACES}>{content}<w:p/></w:{element}>"#
        )
    };
    archive(&[
        ("[Content_Types].xml", TYPES.as_bytes()),
        ("_rels/.rels", ROOT.as_bytes()),
        ("word/_rels/document.xml.rels", PARTS.as_bytes()),
        ("word/document.xml", document.as_bytes()),
        ("word/header1.xml", edge("hdr", &sheet.header).as_bytes()),
        ("word/footer1.xml", edge("ftr", &sheet.footer).as_bytes()),
    ])
}

struct Writer {
    right_to_left: bool,
}

impl Writer {
    /// Returns the XML of the blocks. Adjacent rows with the same shares form one table.
    fn blocks(&self, blocks: &[Block], width: i32) -> String {
        let mut xml = String::new();
        let mut open: Option<Vec<i32>> = None;
        for block in blocks {
            let shares = match block {
                Block::Row(cells) => Some(cells.iter().map(|(share, _)| *share).collect()),
                _ => None,
            };
            if shares != open {
                // Word needs a paragraph between two tables.
                xml.push_str(if open.is_some() { "</w:tbl><w:p/>" } else { "" });
                xml.push_str(if shares.is_some() { "<w:tbl>" } else { "" });
                open = shares;
            }
            xml.push_str(&self.block(block, width));
        }
        xml.push_str(if open.is_some() { "</w:tbl><w:p/>" } else { "" });
        xml
    }

    fn block(&self, block: &Block, width: i32) -> String {
        match block {
            Block::Line(role, text) => self.paragraph(*role, &self.run(*role, text), width),
            Block::Ends(role, text, end) => {
                let runs = [
                    self.run(*role, text),
                    "<w:r><w:tab/></w:r>".to_owned(),
                    self.run(Role::Body, end),
                ];
                self.paragraph(*role, &runs.concat(), width)
            }
            Block::Link(role, text, target) => {
                let run = self.run(*role, text);
                let field = format!(
                    r#"<w:fldSimple w:instr=" HYPERLINK &quot;{target}&quot; ">{run}</w:fldSimple>"#
                );
                self.paragraph(*role, &field, width)
            }
            Block::Rule => self.paragraph(Role::Body, "", width),
            Block::Rated(name, of_five) => {
                let dots: String = (0..5)
                    .map(|dot| if dot < *of_five { '●' } else { '○' })
                    .collect();
                let text = format!("{name} {dots}");
                self.paragraph(Role::Body, &self.run(Role::Body, &text), width)
            }
            Block::Row(cells) => {
                let cells = cells.iter().map(|(share, blocks)| {
                    let width = width * share / 100;
                    // Every cell must end with a paragraph.
                    let content = if blocks.is_empty() { "<w:p/>".to_owned() } else { self.blocks(blocks, width) };
                    format!(r#"<w:tc><w:tcPr><w:tcW w:w="{width}" w:type="dxa"/></w:tcPr>{content}</w:tc>"#)
                });
                format!("<w:tr>{}</w:tr>", cells.collect::<String>())
            }
        }
    }

    fn paragraph(&self, role: Role, runs: &str, width: i32) -> String {
        let list = if role == Role::Bullet {
            r#"<w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr>"#
        } else {
            ""
        };
        let bidi = if self.right_to_left { "<w:bidi/>" } else { "" };
        let tabs = format!(
            r#"<w:tabs><w:tab w:val="right" w:pos="{}"/></w:tabs>"#,
            width - CELL_MARGINS
        );
        format!("<w:p><w:pPr>{list}{tabs}{bidi}</w:pPr>{runs}</w:p>")
    }

    fn run(&self, role: Role, text: &str) -> String {
        let bold = if role.bold() { "<w:b/>" } else { "" };
        let rtl = if self.right_to_left { "<w:rtl/>" } else { "" };
        format!(
            r#"<w:r><w:rPr>{bold}<w:sz w:val="{}"/>{rtl}</w:rPr><w:t xml:space="preserve">{}</w:t></w:r>"#,
            role.size() / 5,
            escaped(text)
        )
    }

    fn text_box(&self, blocks: &[Block]) -> String {
        format!(
            r#"<w:p><w:r><w:pict><v:shape style="position:absolute;width:180pt;height:120pt"><v:textbox><w:txbxContent>{}</w:txbxContent></v:textbox></v:shape></w:pict></w:r></w:p>"#,
            self.blocks(blocks, BOX_WIDTH)
        )
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}
