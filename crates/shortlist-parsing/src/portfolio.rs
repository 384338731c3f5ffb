//! Finds the resume among the documents of a portfolio.

use shortlist_vocabulary::{PhraseList, word_lists};

use crate::ReadError;
use crate::media::container_of;
use crate::pdf::Attached;

word_lists! {
    /// Words in the names of files.
    pub(crate) struct FileWords in "../data/portfolio.txt" {
        /// Words that name a resume.
        resume_names: PhraseList,
    }
}

/// Returns the resume among the files: the only document, or the only one whose name says so.
///
/// # Errors
/// Returns an error if it is not clear which file is the resume.
pub(crate) fn resume_among(files: &[Attached]) -> Result<&Attached, ReadError> {
    let is_document = |file: &&Attached| container_of(&file.bytes).is_ok();
    only(files.iter().filter(is_document))
        .or_else(|| {
            only(
                files
                    .iter()
                    .filter(is_document)
                    .filter(|file| names_resume(&file.name)),
            )
        })
        .ok_or(ReadError::Portfolio)
}

fn only<'a>(mut files: impl Iterator<Item = &'a Attached>) -> Option<&'a Attached> {
    let first = files.next();
    first.filter(|_| files.next().is_none())
}

fn names_resume(name: &str) -> bool {
    let name = name.to_lowercase();
    let mut words = name.split(|c: char| !c.is_alphanumeric());
    words.any(|word| FileWords::get().resume_names.contains(word))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(name: &str, bytes: &[u8]) -> Attached {
        Attached {
            name: name.to_owned(),
            bytes: bytes.to_vec(),
        }
    }

    #[test]
    fn all_lists_are_read() {
        assert_eq!(FileWords::read().map(drop), Ok(()));
    }

    #[test]
    fn the_resume_is_the_only_document_or_has_its_name() {
        let pdf = |name: &str| file(name, b"%PDF-1.7");
        let photo = || file("cv.png", b"\x89PNG\r\n\x1a\n");
        let found = |files: &[Attached]| resume_among(files).map(|file| file.name.clone());
        assert_eq!(found(&[photo(), pdf("a.pdf")]), Ok("a.pdf".to_owned()));
        for name in ["Ada_CV.pdf", "Lebenslauf Ada.pdf", "ada-résumé.docx"] {
            let files = [pdf("letter.pdf"), pdf(name), pdf("degree.pdf")];
            assert_eq!(found(&files), Ok(name.to_owned()));
        }
        for files in [
            vec![],
            vec![photo()],
            vec![pdf("a.pdf"), pdf("b.pdf")],
            vec![pdf("cv 1.pdf"), pdf("cv 2.pdf")],
        ] {
            assert_eq!(found(&files), Err(ReadError::Portfolio));
        }
    }
}
