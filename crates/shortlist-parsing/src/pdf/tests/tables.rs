//! Tests with tables that are drawn with lines, and with raised text.

use super::*;

/// Returns the operators that draw a line, as a stroke or as a thin rectangle.
fn line(stroked: bool, from: (u32, u32), to: (u32, u32)) -> String {
    let ((x0, y0), (x1, y1)) = (from, to);
    if stroked {
        format!("{x0} {y0} m {x1} {y1} l S\n")
    } else {
        let (width, height) = ((x1 - x0).max(1), (y1 - y0).max(1));
        format!("{x0} {y0} {width} {height} re f\n")
    }
}

/// Returns the lines of a table with the given edges.
fn grid(stroked: bool, columns: &[u32], rows: &[u32]) -> String {
    let (left, right) = (columns[0], columns[columns.len() - 1]);
    let (bottom, top) = (rows[0], rows[rows.len() - 1]);
    let upright = columns
        .iter()
        .map(|x| line(stroked, (*x, bottom), (*x, top)));
    let flat = rows.iter().map(|y| line(stroked, (left, *y), (right, *y)));
    upright.chain(flat).collect()
}

#[test]
fn each_row_of_a_table_is_a_line() {
    let text = [
        show(52, 670, "Degree"),
        show(202, 670, "College"),
        show(402, 670, "Year"),
        // The cells of a row are centred next to each other.
        show(52, 644, "B.Sc."),
        show(202, 650, "Example College"),
        show(202, 638, "of Science"),
        show(402, 644, "2014"),
        show(52, 616, "XII"),
        show(202, 622, "Hilltop Secondary"),
        show(202, 610, "School"),
        show(402, 616, "2010"),
    ];
    for stroked in [true, false] {
        let drawn = grid(stroked, &[50, 200, 400, 500], &[605, 633, 661, 685]);
        let page = filler(780) + &text.concat() + &drawn;
        let text = text_of(&pdf(&[&page]));
        let rows = "Degree\tCollege\tYear\n\nB.Sc.\tExample College of Science\t2014\n\n\
                    XII\tHilltop Secondary School\t2010\n";
        assert!(text.contains(rows), "{text}");
    }
}

#[test]
fn lines_around_prose_are_not_a_table() {
    let prose = "planned and built a service that reads many documents each day";
    let text: String = (0..4)
        .map(|line| show(52, 670 - 12 * line, prose) + &show(402, 670 - 12 * line, "2014"))
        .collect();
    let drawn = grid(true, &[50, 400, 500], &[560, 620, 685]);
    let text = text_of(&pdf(&[&(filler(780) + &text + &drawn)]));
    assert_eq!(text.matches(prose).count(), 4, "{text}");
}

#[test]
fn raised_endings_belong_to_their_line() {
    let page = filler(780)
        + &show(50, 700, "From 17")
        + &show_in("F1 6", 87, 704, "th")
        + &show(95, 700, "August 2011 to date");
    let text = text_of(&pdf(&[&page]));
    assert!(text.contains("From 17th August 2011 to date"), "{text}");
}
