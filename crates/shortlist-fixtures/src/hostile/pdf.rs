//! Hostile PDF files.

use super::Expected::{Read, ReadOrRefused, Refused};
use super::{HostileFile, deflated, lines};
use crate::pdf::{Object, assemble, content, pdf, stream};

const CATALOG: &str = "<< /Type /Catalog /Pages 2 0 R >>";
const ONE_PAGE: &str = "<< /Type /Pages /Count 1 /Kids [4 0 R] >>";
const FONT: &str =
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>";
const PAGE: &str = "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 3 0 R >> >> /Contents 5 0 R >>";
const TEXT_BOMB_BYTES: usize = 200 << 20;

pub(super) fn files() -> Vec<HostileFile> {
    let mut files = structures();
    files.extend(streams());
    files.extend(fonts());
    files.extend(contents());
    files
}

/// Returns the objects of a one-page PDF with a person's name, address and skills.
fn objects(name: &str) -> [Object; 5] {
    let text = content(&lines(name));
    [CATALOG, ONE_PAGE, FONT, PAGE]
        .map(Object::from)
        .into_iter()
        .chain([stream("", text.as_bytes())])
        .collect::<Vec<_>>()
        .try_into()
        .unwrap_or_default()
}

/// Returns a one-page PDF with changed objects, numbered from 1. They replace the usual objects or follow them.
fn with(name: &str, changed: &[(usize, Object)]) -> Vec<u8> {
    let mut objects = objects(name).to_vec();
    for (number, object) in changed {
        while objects.len() < *number {
            objects.push("null".into());
        }
        if let Some(place) = objects.get_mut(number.saturating_sub(1)) {
            place.clone_from(object);
        }
    }
    assemble(&objects, "")
}

fn replaced(bytes: &[u8], from: &str, to: &str) -> Vec<u8> {
    String::from_utf8_lossy(bytes)
        .replacen(from, to, 1)
        .into_bytes()
}

fn structures() -> Vec<HostileFile> {
    let good = |name: &str| pdf(&lines(name));
    let deep_tree = {
        let levels = 20_000_usize;
        let mut objects = vec![
            Object::from("<< /Type /Catalog /Pages 3 0 R >>"),
            FONT.into(),
        ];
        objects.extend((0..levels).map(|level| {
            Object::from(format!(
                "<< /Type /Pages /Count 1 /Kids [{} 0 R] >>",
                level + 4
            ))
        }));
        objects.push("<< /Type /Page /MediaBox [0 0 595 842] >>".into());
        assemble(&objects, "")
    };
    let nested = |open: &str, close: &str| {
        let value = format!(
            "<< /Deep {}1{} >>",
            open.repeat(100_000),
            close.repeat(100_000)
        );
        with("nested.pdf", &[(6, value.into())])
    };
    let kids = "4 0 R ".repeat(100_000);
    let encrypted = {
        let mut objects = objects("encrypted.pdf").to_vec();
        let key = "5a".repeat(32);
        objects
            .push(format!("<< /Filter /Standard /V 1 /R 2 /P -4 /O <{key}> /U <{key}> >>").into());
        let id = "00".repeat(16);
        assemble(&objects, &format!("/Encrypt 6 0 R /ID [<{id}> <{id}>]"))
    };
    let many_pages: Vec<String> = (0..50 * 400).map(|line| format!("line {line}")).collect();
    let whole = good("cut.pdf");
    let half = whole.get(..whole.len() / 2).unwrap_or_default();
    vec![
        HostileFile::new("empty.pdf", "", Refused("empty")),
        HostileFile::new("header-only.pdf", "%PDF-1.7\n", Refused("damaged")),
        HostileFile::new("cut.pdf", half, ReadOrRefused),
        HostileFile::new("junk-before.pdf", [vec![b'#'; 600], good("junk.pdf")].concat(), Read),
        HostileFile::new("bad-offsets.pdf", replaced(&good("offsets.pdf"), "\n00000000", "\n99999999"), ReadOrRefused),
        HostileFile::new("page-cycle.pdf", with("cycle.pdf", &[
            (2, "<< /Type /Pages /Count 1 /Kids [4 0 R] >>".into()),
            (4, "<< /Type /Pages /Count 1 /Kids [2 0 R] /Parent 2 0 R >>".into()),
        ]), ReadOrRefused),
        HostileFile::new("deep-page-tree.pdf", deep_tree, ReadOrRefused),
        HostileFile::new("same-page-often.pdf", with("often.pdf", &[
            (2, format!("<< /Type /Pages /Count 100000 /Kids [{kids}] >>").into()),
        ]), ReadOrRefused),
        HostileFile::new("many-pages.pdf", pdf(&many_pages), Refused("300 pages")),
        HostileFile::new("huge-count.pdf", with("count.pdf", &[
            (2, "<< /Type /Pages /Count 2000000000 /Kids [4 0 R] >>".into()),
        ]), ReadOrRefused),
        HostileFile::new("prev-loop.pdf", replaced(&good("prev.pdf"), "trailer\n<<", "trailer\n<< /Prev 0"), ReadOrRefused),
        HostileFile::new("nested-arrays.pdf", nested("[", "]"), ReadOrRefused),
        HostileFile::new("nested-dictionaries.pdf", nested("<</A ", ">>"), ReadOrRefused),
        HostileFile::new("encrypted.pdf", encrypted, Refused("password")),
        HostileFile::new("no-trailer.pdf", replaced(&good("trailer.pdf"), "trailer", "tr"), ReadOrRefused),
        HostileFile::new("launch.pdf", with("launch.pdf", &[
            (1, "<< /Type /Catalog /Pages 2 0 R /OpenAction << /S /JavaScript /JS (app.alert\\(1\\)) >> /AA << /WC << /S /Launch /F (/bin/sh) >> >> >>".into()),
        ]), Read),
        HostileFile::new("strange-boxes.pdf", with("boxes.pdf", &[
            (4, replaced(PAGE.as_bytes(), "[0 0 595 842]", "[-1e38 nan 1e39 --5]")),
        ]), ReadOrRefused),
    ]
}

fn streams() -> Vec<HostileFile> {
    let blanks = deflated(&vec![b' '; TEXT_BOMB_BYTES]);
    let twice = deflated(&blanks);
    let run_length: Vec<u8> = [129, b' '].repeat(2 << 20);
    let wide_table = stream(
        "/Type /XRef /Size 10 /W [1 2147483647 2] /Root 1 0 R",
        &[1; 64],
    );
    let contents = |name: &str, object: Object| with(name, &[(5, object)]);
    vec![
        HostileFile::new(
            "negative-length.pdf",
            replaced(&pdf(&lines("negative.pdf")), "/Length ", "/Length -"),
            ReadOrRefused,
        ),
        HostileFile::new(
            "own-length.pdf",
            contents(
                "own.pdf",
                "<< /Length 5 0 R >>\nstream\nBT ET\nendstream".into(),
            ),
            ReadOrRefused,
        ),
        HostileFile::new(
            "bomb.pdf",
            contents("bomb.pdf", stream("/Filter /FlateDecode", &blanks)),
            ReadOrRefused,
        ),
        HostileFile::new(
            "double-bomb.pdf",
            contents(
                "double.pdf",
                stream("/Filter [/FlateDecode /FlateDecode]", &twice),
            ),
            ReadOrRefused,
        ),
        HostileFile::new(
            "run-length-bomb.pdf",
            contents("runs.pdf", stream("/Filter /RunLengthDecode", &run_length)),
            ReadOrRefused,
        ),
        HostileFile::new(
            "lzw-bomb.pdf",
            contents(
                "lzw.pdf",
                stream("/Filter [/LZWDecode /LZWDecode /LZWDecode]", &run_length),
            ),
            ReadOrRefused,
        ),
        HostileFile::new(
            "ascii85-garbage.pdf",
            contents(
                "ascii.pdf",
                stream("/Filter /ASCII85Decode", &[b'z'; 500_000]),
            ),
            ReadOrRefused,
        ),
        HostileFile::new(
            "predictor.pdf",
            contents(
                "predictor.pdf",
                stream(
                    "/Filter /FlateDecode /DecodeParms << /Predictor 15 /Columns 2147483647 /Colors 255 /BitsPerComponent 255 >>",
                    &deflated(b"BT ET"),
                ),
            ),
            ReadOrRefused,
        ),
        HostileFile::new(
            "wide-table.pdf",
            with("wide.pdf", &[(6, wide_table)]),
            ReadOrRefused,
        ),
        HostileFile::new(
            "object-stream-loop.pdf",
            with(
                "loop.pdf",
                &[(
                    6,
                    stream(
                        "/Type /ObjStm /N 1000000 /First 2147483647 /Extends 6 0 R",
                        b"1 0 2 0",
                    ),
                )],
            ),
            ReadOrRefused,
        ),
    ]
}

fn fonts() -> Vec<HostileFile> {
    let font = |name: &'static str, font: &str, more: &[(usize, Object)]| {
        let mut changed = vec![(3, Object::from(font))];
        changed.extend_from_slice(more);
        HostileFile::new(name, with(name, &changed), ReadOrRefused)
    };
    let endless_map = "begincmap 1 begincodespacerange <00> <ffffffff> endcodespacerange 1 beginbfrange <00000000> <ffffffff> <0000> endbfrange endcmap";
    let type0 = "<< /Type /Font /Subtype /Type0 /BaseFont /A /Encoding /Identity-H";
    vec![
        font(
            "broken-unicode-map.pdf",
            "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /ToUnicode 6 0 R >>",
            &[(
                6,
                stream(
                    "",
                    b"/CIDInit begincmap 9 beginbfchar <zz> <> <0041 endbfchar",
                ),
            )],
        ),
        font(
            "endless-unicode-map.pdf",
            "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /ToUnicode 6 0 R >>",
            &[(6, stream("", endless_map.as_bytes()))],
        ),
        font(
            "unicode-map-is-a-name.pdf",
            "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /ToUnicode /Identity-H >>",
            &[],
        ),
        font("no-descendants.pdf", &format!("{type0} >>"), &[]),
        font(
            "own-descendant.pdf",
            &format!("{type0} /DescendantFonts [3 0 R] >>"),
            &[],
        ),
        font(
            "wide-widths.pdf",
            &format!("{type0} /DescendantFonts [6 0 R] >>"),
            &[(
                6,
                "<< /Type /Font /Subtype /CIDFontType2 /W [0 2147483647 500] /DW -1 >>".into(),
            )],
        ),
        font(
            "own-glyph.pdf",
            "<< /Type /Font /Subtype /Type3 /FontMatrix [1 0 0 1 0 0] /CharProcs << /A 5 0 R >> /Encoding << /Differences [65 /A] >> /FirstChar 0 /LastChar 255 /Resources << /Font << /F1 3 0 R >> >> >>",
            &[],
        ),
        font(
            "broken-font-program.pdf",
            "<< /Type /Font /Subtype /TrueType /BaseFont /A /FontDescriptor 6 0 R >>",
            &[
                (6, "<< /Type /FontDescriptor /FontFile2 7 0 R >>".into()),
                (7, stream("/Length1 2147483647", &[0xFF; 4_096])),
            ],
        ),
    ]
}

fn contents() -> Vec<HostileFile> {
    let shows = |name: &'static str, more: &str, expected| {
        let text = format!("{} {more}", content(&lines(name)));
        HostileFile::new(
            name,
            with(name, &[(5, stream("", text.as_bytes()))]),
            expected,
        )
    };
    let form =
        "/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << /X 6 0 R >> >>";
    let resources = PAGE.replace("/Font", "/XObject << /X 6 0 R >> /Font");
    let state = PAGE.replace(
        "/Font",
        "/ExtGState << /G << /SMask [1 2] /Font 7 >> >> /Font",
    );
    let with_form = |name: &'static str, inner: &str| {
        let text = format!("{} /X Do", content(&lines(name)));
        let bytes = with(
            name,
            &[
                (4, resources.clone().into()),
                (5, stream("", text.as_bytes())),
                (6, stream(form, inner.as_bytes())),
            ],
        );
        HostileFile::new(name, bytes, ReadOrRefused)
    };
    let image = "/Type /XObject /Subtype /Image /Width 600 /Height 800 /ColorSpace /DeviceGray /BitsPerComponent 8";
    let scan = with(
        "scan.pdf",
        &[
            (4, resources.clone().into()),
            (5, stream("", b"q 600 0 0 800 0 0 cm /X Do Q")),
            (6, stream(image, &[200; 600 * 800])),
        ],
    );
    let many = "0 0 m 9 9 l S (a) Tj ".repeat(300_000);
    vec![
        shows(
            "inline-image.pdf",
            "BI /W 9 /H 9 ID \u{1}\u{2}\u{3} EI",
            Read,
        ),
        shows(
            "broken-operators.pdf",
            "( unclosed Tj Q Q Q 1 Tf [ ( Td ' \" ET BT BT",
            ReadOrRefused,
        ),
        shows("many-operators.pdf", &many, ReadOrRefused),
        shows("deep-states.pdf", &"q ".repeat(500_000), ReadOrRefused),
        shows(
            "huge-numbers.pdf",
            "BT 1e300 -1e300 Td 99999999999999999999 Tc (x) Tj ET",
            ReadOrRefused,
        ),
        shows("deep-array.pdf", &"[".repeat(200_000), ReadOrRefused),
        with_form("own-form.pdf", "/X Do"),
        with_form("doubling-form.pdf", &"/X Do ".repeat(64)),
        HostileFile::new(
            "wrong-mask.pdf",
            with("mask.pdf", &[(4, state.into())]),
            ReadOrRefused,
        ),
        HostileFile::new("scan.pdf", scan, Refused("scan")),
    ]
}
