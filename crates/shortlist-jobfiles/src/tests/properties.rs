//! Properties that hold for any bytes.

use proptest::prelude::*;

use super::*;

proptest! {
    #[test]
    fn no_bytes_make_it_panic(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        let answer = read_file(&bytes, None);
        prop_assert!(answer.is_err() || answer.is_ok_and(|file| !file.drafts.is_empty()));
    }

    #[test]
    fn no_text_and_no_prompt_make_it_panic(
        text in "(title|Location|\"|,|;|\n|\r|x| |\\[|\\{|:|\t|\\||é|sep=){0,60}",
        prompt in "(skip|rows|where|the column|is|title|\"|'|,| and | |;|\\.|set|to|all jobs are|in|x|->|\n){0,30}",
    ) {
        let answer = read_file(format!("title{text}").as_bytes(), Some(&prompt));
        if let Ok(file) = answer {
            prop_assert!(!file.drafts.is_empty());
        }
    }

    #[test]
    fn every_quoted_cell_comes_back(cells in prop::collection::vec("[ -~\n]{0,20}x", 1..20)) {
        let mut text = "title\tnote\n".to_owned();
        for cell in &cells {
            text.push_str(&format!("Nurse\t\"{}\"\n", cell.replace('"', "\"\"")));
        }
        let file = read(&text);
        let notes: Vec<_> = file.drafts.iter().map(|job| job.attributes[0].value.clone()).collect();
        let expected: Vec<_> = cells.iter().map(|cell| cell.trim().to_owned()).collect();
        prop_assert_eq!(notes, expected);
    }

    #[test]
    fn a_prompt_never_fails_a_valid_file(prompt in "\\PC{0,200}") {
        let file = read_file(b"title,place\nNurse,Leeds\n", Some(&prompt));
        prop_assert!(file.is_ok());
    }
}
