//! Finds an installed Tesseract.

use std::ffi::OsStr;
use std::path::PathBuf;

/// The name of the program.
const NAME: &str = "tesseract";

/// Returns Tesseract's program from the folders of a search path, such as the variable `PATH`.
pub fn find_tesseract(search_path: &OsStr) -> Option<PathBuf> {
    let folders = std::env::split_paths(search_path);
    let mut programs = folders
        .filter(|folder| folder.is_absolute())
        .map(|it| it.join(NAME));
    programs.find(|program| program.is_file())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_absolute_folders_are_searched() {
        assert_eq!(find_tesseract(OsStr::new("")), None);
        assert_eq!(find_tesseract(OsStr::new(".:/nowhere:bin")), None);
    }
}
