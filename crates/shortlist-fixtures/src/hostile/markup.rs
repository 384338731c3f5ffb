//! Hostile RTF, HTML and MHTML files, and files of other formats that are named like a resume.

use super::Expected::{Read, ReadOrRefused, Refused};
use super::{HostileFile, lines};
use crate::{pdf, rtf};

pub(super) fn files() -> Vec<HostileFile> {
    let mut files = rich_text();
    files.extend(hypertext());
    files.extend(misnamed());
    files
}

fn rich_text() -> Vec<HostileFile> {
    let with = |name: &'static str, more: &str| {
        let text = String::from_utf8_lossy(&rtf(&lines(name))).replacen(
            "\\f0\\fs20",
            &format!("\\f0\\fs20{more}"),
            1,
        );
        HostileFile::new(name, text, ReadOrRefused)
    };
    vec![
        with("open-groups.doc", &"{".repeat(500_000)),
        with("closed-groups.doc", &"}".repeat(1_000)),
        with("binary-run.doc", "{\\bin2147483647 x}"),
        with("negative-binary.doc", "{\\bin-5 x}"),
        with(
            "picture.doc",
            &format!("{{\\pict\\pngblip {}}}", "ff".repeat(1_000_000)),
        ),
        with(
            "skipped-characters.doc",
            "\\uc2147483647\\u65?\\u-1?\\u999999999999?",
        ),
        with(
            "many-colours.doc",
            &format!("{{\\colortbl{}}}", ";\\red255".repeat(300_000)),
        ),
        with("table-rows.doc", &"\\trowd\\cell\\row".repeat(200_000)),
    ]
}

fn hypertext() -> Vec<HostileFile> {
    let page = |name: &'static str, more: &str| {
        let [who, address, skills] = lines(name);
        let html =
            format!("<html><body><p>{who}</p><p>{address}</p><p>{skills}</p>{more}</body></html>");
        HostileFile::new(name, html, ReadOrRefused)
    };
    let endless = {
        let mut mail =
            String::from("MIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=b0\r\n\r\n");
        for level in 0..5_000 {
            mail.push_str(&format!(
                "--b{level}\r\nContent-Type: multipart/mixed; boundary=b{}\r\n\r\n",
                level + 1
            ));
        }
        mail
    };
    let own_parts = "MIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n"
        .to_owned()
        + &"--b\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n".repeat(20_000);
    let broken = "MIME-Version: 1.0\r\nContent-Type: text/html; charset=utf-7\r\nContent-Transfer-Encoding: base64\r\n\r\n"
        .to_owned() + &"====!!!!".repeat(10_000);
    vec![
        page("open-elements.doc", &"<div><table><tr><td>".repeat(200_000)),
        page("open-comment.doc", "<!-- <p>never closed"),
        page("long-tag.doc", &format!("<p {}>", "a=b ".repeat(500_000))),
        page("entities.doc", &"&#x110000;&#0;&bogus;&amp".repeat(100_000)),
        page(
            "script.doc",
            "<script>while(1){}</script><iframe src='file:///etc/passwd'>",
        ),
        HostileFile::new("endless-mail.doc", endless, ReadOrRefused),
        HostileFile::new("own-parts-mail.doc", own_parts, ReadOrRefused),
        HostileFile::new("broken-mail.doc", broken, ReadOrRefused),
        HostileFile::new(
            "error-page.pdf",
            "<!DOCTYPE html><html><head><title>404</title></head><body><h1>Not Found</h1></body></html>",
            ReadOrRefused,
        ),
    ]
}

fn misnamed() -> Vec<HostileFile> {
    let not_read = Refused("not a PDF, DOC or DOCX");
    vec![
        HostileFile::new("a-pdf.docx", pdf(&lines("misnamed.docx")), Read),
        HostileFile::new(
            "a-picture.pdf",
            &b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\x02\0"[..],
            not_read,
        ),
        HostileFile::new("a-text.pdf", "Ada Example, ada@example.org", not_read),
        HostileFile::new(
            "a-program.docx",
            &b"\x7fELF\x02\x01\x01\0\0\0\0\0\0\0\0\0"[..],
            not_read,
        ),
        HostileFile::new("zeroes.pdf", vec![0; 1 << 20], ReadOrRefused),
        HostileFile::new("one-byte.doc", "%", ReadOrRefused),
    ]
}
