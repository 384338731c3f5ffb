//! Writes RTF, which many programs save as `.doc` (Rich Text Format specification 1.9).

/// Returns an RTF file with one paragraph for each line.
pub fn rtf<S: AsRef<str>>(lines: &[S]) -> Vec<u8> {
    let mut file =
        String::from("{\\rtf1\\ansi\\ansicpg1252\\deff0{\\fonttbl{\\f0 Helvetica;}}\\f0\\fs20\n");
    for line in lines {
        for c in line.as_ref().chars() {
            match c {
                '{' | '}' | '\\' => file.extend(['\\', c]),
                c if c.is_ascii() => file.push(c),
                c => file.push_str(&format!("\\u{}?", u32::from(c))),
            }
        }
        file.push_str("\\par\n");
    }
    file.push('}');
    file.into_bytes()
}
