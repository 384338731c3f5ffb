//! The trained models, which are part of the program.

use std::sync::LazyLock;

use super::phrase::PhraseModel;
use super::trees::Forests;

/// The number of forests: for dates, roles and organizations, at the first and at the second look, of positions and of studies.
pub(super) const FORESTS: usize = 12;

/// Returns the classifier of phrases, which is read once.
pub(super) fn phrases() -> &'static PhraseModel {
    static MODEL: LazyLock<PhraseModel> = LazyLock::new(|| {
        #[expect(
            clippy::expect_used,
            reason = "the file is part of the program, and a test reads it"
        )]
        PhraseModel::read(include_bytes!("../../../data/phrases.bin"))
            .expect("the classifier of this crate")
    });
    &MODEL
}

/// Returns the forests, which are read once.
pub(super) fn forests() -> &'static Forests<FORESTS> {
    static MODELS: LazyLock<Forests<FORESTS>> = LazyLock::new(|| {
        #[expect(
            clippy::expect_used,
            reason = "the file is part of the program, and a test reads it"
        )]
        Forests::read(include_bytes!("../../../data/work_history.bin"))
            .expect("the models of this crate")
    });
    &MODELS
}
