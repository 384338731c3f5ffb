//! Decides from the status of a posting whether it is a draft.

use super::fold::fold;

const DRAFT: &str = "draft|drafts|unpublished|not published|pending|pending approval|in review|internal draft|new|planned|closed|archived|filled|on hold|hold|paused|inactive|cancelled|canceled|expired|withdrawn|completed|not posted|entwurf|unveroffentlicht|geschlossen|besetzt|archiviert|pausiert|inaktiv|brouillon|non publie|ferme|fermee|pourvu|pourvue|archive|archivee|suspendu|borrador|no publicado|cerrado|cerrada|archivado|archivada|pausado|pausada|cubierta|rascunho|nao publicado|fechado|fechada|encerrado|encerrada|arquivado|bozza|non pubblicato|chiuso|chiusa|archiviato|concept|niet gepubliceerd|gesloten|vervuld|gearchiveerd|черновик|не опубликовано|закрыта|закрыто|архив|草稿|未发布|已关闭|关闭|暂停";
const PUBLISHED: &str = "published|open|active|live|posted|public|internal|external|online|approved|ongoing|reopened|recruiting|hiring|sourcing|veroffentlicht|offen|aktiv|publie|publiee|ouvert|ouverte|actif|active|en ligne|publicado|publicada|abierto|abierta|activo|activa|aberto|aberta|ativo|ativa|pubblicato|pubblicata|aperto|aperta|attivo|attiva|gepubliceerd|actief|опубликована|опубликовано|открыта|открыто|активна|已发布|发布|开放|招聘中|进行中";
const YES: &str =
    "true|yes|y|1|x|ja|j|oui|si|sim|да|是|wahr|vrai|verdadero|verdadeiro|vero|waar|on|checked|✓|✔";
const NO: &str = "false|no|n|0|nein|non|nao|nee|нет|否|falsch|faux|falso|onwaar|off|";

/// Returns whether a status is that of a draft, or `None` for unknown words. A closed posting counts as unpublished.
pub(crate) fn is_draft(text: &str) -> Option<bool> {
    let folded = fold(text);
    let among = |words: &str| words.split('|').any(|word| fold(word) == folded);
    if among(DRAFT) {
        Some(true)
    } else if among(PUBLISHED) {
        Some(false)
    } else {
        None
    }
}

/// Returns whether a text is the status of a posting.
pub(crate) fn is_status(text: &str) -> bool {
    is_draft(text).is_some()
}

/// Returns whether a word is a status in any of its forms: `offene`, `ouvertes`, `cerradas`.
pub(crate) fn is_state_word(text: &str) -> bool {
    is_status(text)
        || [DRAFT, PUBLISHED]
            .iter()
            .flat_map(|words| words.split('|'))
            .any(|word| is_same_word(word, text))
}

/// Returns whether two single words differ only in their endings.
pub(crate) fn is_same_word(one: &str, other: &str) -> bool {
    let (one, other) = (fold(one), fold(other));
    one == other
        || (!one.contains(' ') && stems(&one).iter().any(|stem| stems(&other).contains(stem)))
}

/// Returns a word and its stems without the endings of number and gender.
fn stems(word: &str) -> Vec<&str> {
    const ENDINGS: [&str; 11] = ["as", "os", "es", "en", "er", "em", "e", "s", "o", "a", "n"];
    const MIN_STEM_BYTES: usize = 5;
    let stripped = ENDINGS
        .iter()
        .filter_map(|ending| word.strip_suffix(ending));
    std::iter::once(word)
        .chain(stripped)
        .filter(|stem| stem.len() >= MIN_STEM_BYTES)
        .collect()
}

/// Parses a yes or no.
pub(crate) fn yes_or_no(text: &str) -> Option<bool> {
    let lower = text.trim().to_lowercase();
    let among = |words: &str| words.split('|').any(|word| word == lower);
    if among(YES) || matches!(lower.as_str(), "sí" | "sì") {
        Some(true)
    } else if among(NO) || lower == "não" {
        Some(false)
    } else {
        None
    }
}

pub(crate) fn is_yes_or_no(text: &str) -> bool {
    yes_or_no(text).is_some()
}
