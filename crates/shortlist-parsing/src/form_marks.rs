//! The marks that readers write for the check boxes of forms. No list has them as bullets, unlike squares.

/// The mark of a ticked box.
pub(crate) const TICKED: &str = "[x] ";
/// The mark of a box that is not ticked.
pub(crate) const UNTICKED: &str = "[ ] ";

/// Returns the mark of a box.
pub(crate) fn mark(ticked: bool) -> &'static str {
    if ticked { TICKED } else { UNTICKED }
}
