//! Tests of the RTF reader.

use super::*;

fn read(rtf: &[u8]) -> Document {
    read_rtf(rtf).unwrap()
}

fn text(rtf: &[u8]) -> String {
    read(rtf).flatten().text.as_str().to_owned()
}

#[test]
fn characters_come_by_code_page_and_by_number() {
    assert_eq!(
        text(br"{\rtf1\ansi\ansicpg1252 Jos\'e9\par Zo\u235?\par}"),
        "José\nZoë\n\n"
    );
    let russian =
        br"{\rtf1\ansi{\fonttbl{\f0 Arial;}{\f1\fcharset204 Arial Cyr;}}\f1 \'c0\'e4\'e0\par}";
    assert_eq!(text(russian), "Ада\n\n");
    assert_eq!(
        text(br"{\rtf1\uc2\u-10179??\u-8704?? a\~b}"),
        "\u{1F600} a b\n\n"
    );
}

#[test]
fn pictures_and_unknown_destinations_are_left_out() {
    let rtf = br"{\rtf1 Ada{\pict\wmetafile8 0102ff}{\*\unknown secret} L{\bin3 }}x{\object\b data}ovelace}";
    assert_eq!(
        text(b"{\\rtf1 Ada{\\pict 01ff}{\\*\\unknown secret} Lovelace}"),
        "Ada Lovelace\n\n"
    );
    assert!(!text(rtf).contains("data"));
}

#[test]
fn hidden_text_is_separated() {
    let document = read(br"{\rtf1 Ada {\v rust expert}Lovelace}");
    assert_eq!(document.flatten().text.as_str(), "Ada Lovelace\n\n");
    assert_eq!(document.hidden[0].kind, FindingKind::Vanish);
    assert_eq!(document.hidden[0].quote, "rust expert");
}

#[test]
fn white_text_is_hidden_unless_it_is_on_a_shade() {
    let with = |look: &str| {
        let colours =
            r"{\colortbl;\red0\green0\blue0;\red255\green255\blue255;\red20\green40\blue90;}";
        read(format!(r"{{\rtf1{colours} Ada {{{look} rust expert}} Lovelace\par}}").as_bytes())
    };
    for look in [r"\cf2", r"\cf2\highlight0", r"\cf2\cb2"] {
        let document = with(look);
        assert_eq!(document.hidden.len(), 1, "{look}");
        assert_eq!(document.hidden[0].kind, FindingKind::SameColour);
        assert_eq!(document.hidden[0].quote, "rust expert");
    }
    for look in [
        r"\cf0",
        r"\cf1",
        r"\cf3",
        r"\cf9",
        r"\cf2\cb3",
        r"\cf2\highlight1",
        r"\cf2\chcbpat3",
        r"\cbpat3\cf2",
    ] {
        assert!(with(look).hidden.is_empty(), "{look}");
    }
}

#[test]
fn fields_give_their_result_and_target() {
    let document = read(
        br#"{\rtf1{\field{\*\fldinst HYPERLINK "mailto:ada@example.org"}{\fldrslt Write me}}}"#,
    );
    assert_eq!(document.flatten().text.as_str(), "Write me\n\n");
    assert_eq!(document.link_targets, ["mailto:ada@example.org"]);
}

#[test]
fn rows_are_lines() {
    let rtf = br"{\rtf1\trowd\intbl Rust\cell 5 years\cell\row\pard after\par}";
    assert_eq!(text(rtf), "Rust\t5 years\n\nafter\n\n");
}

#[test]
fn unbalanced_and_deep_groups_are_read() {
    let deep = [b"{\\rtf1 ".as_slice(), &b"{".repeat(100_000), b"Ada"].concat();
    assert_eq!(text(&deep), "Ada\n\n");
    assert_eq!(text(b"{\\rtf1 Ada}}}}"), "Ada\n\n");
}
