//! Tests that the number of reading steps grows in proportion to the text, whatever the text contains.

use shortlist_vocabulary::{Vocabulary, steps};

use crate::{ReadOptions, read_resume};
use shapes::{SHAPES, Shape, docx, html, rtf, text_of};

#[path = "../examples/growth/shapes.rs"]
mod shapes;

/// The length of the shortest test text, in bytes.
const BYTES: usize = 5_000;

/// Asserts that doubling the text at most doubles the steps, plus a tenth.
#[track_caller]
fn assert_grows_in_proportion(shape: Shape, write: impl Fn(&str) -> Vec<u8>) {
    let steps = [1, 2, 4].map(|times| {
        let bytes = write(&text_of(shape, BYTES * times));
        let read = || read_resume(&bytes, &ReadOptions::default(), Vocabulary::built_in()).unwrap();
        steps::measure(read)
    });
    assert!(steps[0] > BYTES, "{}: {steps:?}", shape.0);
    for pair in steps.windows(2) {
        assert!(pair[1] * 10 <= pair[0] * 22, "{}: {steps:?}", shape.0);
    }
}

#[test]
fn every_shape_of_text_is_read_in_proportion() {
    for shape in SHAPES {
        assert_grows_in_proportion(*shape, rtf);
    }
}

#[test]
fn every_format_is_read_in_proportion() {
    let mixed = SHAPES.last().copied().unwrap();
    assert_grows_in_proportion(mixed, html);
    assert_grows_in_proportion(mixed, |text| docx(text).unwrap());
}
