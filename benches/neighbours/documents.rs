//! Documents of the neighbour that are slow to read or long.

use shortlist_fixtures::{Person, ResumeFile, docx, resume_lines, rtf};

/// Returns a DOCX resume of a unique person with this much text.
pub(crate) fn long_docx(number: u64, bytes: usize) -> ResumeFile {
    let mut lines = resume_lines(number);
    let mut length: usize = lines.iter().map(String::len).sum();
    for line in 0_u64.. {
        if length >= bytes {
            break;
        }
        let year = 1990 + line % 30;
        let next = format!(
            "Backend Engineer, Orchard Software {line}, March {year} - May {} using Rust, SAP, Excel and Kubernetes",
            year + 1,
        );
        length += next.len();
        lines.push(next);
    }
    ResumeFile {
        name: format!("long-{number}.docx"),
        bytes: docx(&lines),
    }
}

/// Returns an RTF of dates. Each may be the time of a position.
pub(crate) fn slow_rtf(number: u64, bytes: usize) -> ResumeFile {
    let mut lines = resume_lines(number);
    let dates = (0..bytes / 22).map(|line| {
        let year = 1990 + line % 30;
        format!("March {year} - May {}", year + 1)
    });
    lines.extend(dates);
    ResumeFile {
        name: format!("slow-{number}.doc"),
        bytes: rtf(&lines),
    }
}

/// Returns an HTML page of short numbers, saved as `.doc`. Each number may be part of a date or a telephone number.
pub(crate) fn slow_html(number: u64, bytes: usize) -> ResumeFile {
    let person = Person::of(number);
    let numbers = "12 ".repeat(bytes / 3);
    let html = format!(
        "<html><body><p>{}</p><p>{}</p><p>{numbers}</p></body></html>",
        person.name, person.email
    );
    ResumeFile {
        name: format!("slow-{number}.doc"),
        bytes: html.into_bytes(),
    }
}
