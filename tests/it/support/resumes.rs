//! Invented resumes, generated during the test.

pub(crate) use shortlist_fixtures::docx as docx_of;

/// Returns a resume of an invented backend engineer as DOCX. The e-mail address follows from the name.
pub(crate) fn docx(name: &str) -> Vec<u8> {
    let address = format!("{}@example.org", name.to_lowercase().replace(' ', "."));
    let lines = [
        name,
        &address,
        "Experience",
        "Backend Engineer, Orchard Software",
        "January 2019 - December 2023",
        "Built services in Rust on PostgreSQL and ran them on Kubernetes.",
        "Education",
        "Bachelor of Science in Computer Science, Hilltop University, 2018",
        "Skills",
        "Rust, PostgreSQL, Kubernetes, Docker",
    ];
    docx_of(&lines)
}
