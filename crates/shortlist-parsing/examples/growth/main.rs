//! Prints how long reading takes as a text grows, with a line per shape and a column per size.
//!
//! `cargo run --release -p shortlist-parsing --example growth -- [rtf|html|docx] [SHAPE]`
//!
//! A debug build prints counted steps in thousands. They are the same on every machine.

mod shapes;

use std::hint::black_box;
use std::time::Instant;

use shapes::{SHAPES, docx, html, rtf, text_of};
use shortlist_parsing::{ReadOptions, read_resume};
use shortlist_vocabulary::{Vocabulary, steps};

/// The sizes in kilobytes. The last one exceeds the limit and is rejected.
const SIZES: [usize; 7] = [100, 200, 400, 800, 1_600, 3_200, 10_000];

#[expect(clippy::print_stdout, reason = "it is a program")]
fn main() {
    let mut arguments = std::env::args().skip(1);
    let format = arguments.next().unwrap_or_else(|| "rtf".to_owned());
    let wanted = arguments.next();
    println!("{:22}{SIZES:>9?} kB", "");
    for shape in SHAPES {
        if wanted.as_ref().is_some_and(|wanted| wanted != shape.0) {
            continue;
        }
        let costs = SIZES.map(|kilobytes| {
            let text = text_of(*shape, kilobytes * 1_000);
            let bytes = match format.as_str() {
                "docx" => docx(&text).unwrap_or_default(),
                "html" => html(&text),
                _ => rtf(&text),
            };
            format!("{:>9}", cost(&bytes))
        });
        println!("{:22} {}", shape.0, costs.join(" "));
    }
}

/// Returns the cost in milliseconds, or in thousands of steps in a debug build.
fn cost(bytes: &[u8]) -> u128 {
    let start = Instant::now();
    let steps = steps::measure(|| {
        black_box(read_resume(
            bytes,
            &ReadOptions::default(),
            Vocabulary::built_in(),
        ))
    });
    match steps {
        0 => start.elapsed().as_millis(),
        steps => u128::try_from(steps / 1_000).unwrap_or(u128::MAX),
    }
}
