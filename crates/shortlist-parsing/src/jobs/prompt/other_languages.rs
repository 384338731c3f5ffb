//! The commonest forms in German, French and Spanish.

use super::builders::{all_are, all_in, drafts, language, map, only, set_value, skip, value_map};
use super::forms::Form;

pub(super) const FORMS: [Form; 31] = [
    // German
    (
        r"(?:die )?spalte (?P<c>.+?) (?:ist|enthält|hat|bedeutet|steht für)(?: der| die| das| den)? (?P<f>.+)",
        map,
    ),
    (
        r"(?:verwende|nutze|nimm|benutze)(?: die spalte)? (?P<c>.+?) als (?P<f>.+)",
        map,
    ),
    (
        r"(?P<c>.+?) (?:ist|enthält) (?:der|die|das|den) (?P<f>.+)",
        map,
    ),
    (r"{alle} sind in (?P<v>.+)", all_in),
    (r"{alle} sind (?:in )?(?P<v>.+)", all_are),
    (
        r"setze (?:den |die |das )?(?P<f>\w+) auf (?P<v>.+)",
        set_value,
    ),
    (
        r"(?:ignoriere|überspringe|überspring|entferne)(?: alle)? (?:zeilen|stellen|jobs)(?: mit|, bei denen|,? in denen|,? deren)(?: der| die| das)? (?P<c>[\w-]+|.[^.]+?.)(?: =| ist| gleich)? (?P<v>[^ ]+?)(?: ist| sind)?",
        skip,
    ),
    (
        r"(?:importiere |übernimm )?nur(?: die)? (?:zeilen|stellen|jobs) mit(?: der| dem)? (?P<c>[\w-]+)(?: =| gleich)? (?P<v>.+)",
        only,
    ),
    (
        r"(?:behandle|lies|werte) (?P<a>.+?) (?:als|wie) (?P<b>.+)",
        value_map,
    ),
    (
        r"(?P<a>.+?) (?:bedeutet|heißt|steht für) (?P<b>.+)",
        value_map,
    ),
    (
        r"(?:lege |erstelle |importiere |speichere )?(?:sie |alle |die stellen |alle stellen )?als (?:entwürfe|entwurf)(?: an| anlegen| erstellen| speichern)?",
        drafts,
    ),
    (
        r"die (?:datei|stellen) (?:ist|sind) (?:auf|in) (?P<v>\w+)",
        language,
    ),
    // French
    (
        r"(?:la )?colonne (?P<c>.+?) (?:est|contient|correspond à|désigne)(?: le | la | l['’]| les | )(?P<f>.+)",
        map,
    ),
    (
        r"(?:utilise[rz]?|prends|prendre|prenez)(?: la colonne)? (?P<c>.+?) (?:comme|pour)(?: le | la | l['’]| )(?P<f>.+)",
        map,
    ),
    (
        r"(?P<c>.+?) (?:est|contient) (?:le |la |l['’])(?P<f>.+)",
        map,
    ),
    (
        r"{tous} sont (?:à|au|aux|en|dans|basés à|basées à|situés à|situées à) (?P<v>.+)",
        all_in,
    ),
    (r"{tous} sont (?:en |à |des )?(?P<v>.+)", all_are),
    (
        r"(?:mets|mettre|mettez|définis|définir|définissez) (?:le |la |l['’])(?P<f>.+?) (?:à|sur|=) (?P<v>.+)",
        set_value,
    ),
    (
        r"(?:ignore[rz]?|saute[rz]?|exclu[st]?|exclure|excluez) (?:toutes )?(?:les )?(?:lignes|offres|postes) (?:où|dont|avec)(?: le| la)? (?P<c>[\w-]+)(?: est| =| égal à)? (?P<v>.+)",
        skip,
    ),
    (
        r"(?:n['’]importe[rz]? que|importe[rz]? (?:seulement|uniquement)) (?:les )?(?:lignes|offres|postes) (?:où|dont|avec)(?: le| la)? (?P<c>[\w-]+)(?: est| =)? (?P<v>.+)",
        only,
    ),
    (
        r"(?:traite[rz]?|lis|lire|considère[rz]?) (?P<a>.+?) comme (?P<b>.+)",
        value_map,
    ),
    (r"(?P<a>.+?) (?:signifie|veut dire) (?P<b>.+)", value_map),
    (
        r"(?:crée[rz]?|crée-les|créez-les|importe[rz]?|enregistre[rz]?)(?: les| les postes| les offres)? (?:comme|en tant que|en) brouillons?",
        drafts,
    ),
    (r"le fichier est en (?P<v>\w+)", language),
    // Spanish
    (
        r"(?:la )?columna (?P<c>.+?) (?:es|contiene|significa)(?: el| la| los)? (?P<f>.+)",
        map,
    ),
    (
        r"(?:usa|usar|utiliza|utilizar|toma)(?: la columna)? (?P<c>.+?) como(?: el| la)? (?P<f>.+)",
        map,
    ),
    (r"{todos} (?:están|estan|son)(?: en| de) (?P<v>.+)", all_in),
    (r"{todos} (?:son|están)(?: a)? (?P<v>.+)", all_are),
    (
        r"(?:ignora|ignorar|omite|omitir|salta|saltar|excluye|excluir)(?: todas)? (?:las |los )?(?:filas|ofertas|puestos|vacantes) (?:donde|con|cuyo|cuya)(?: el| la)? (?P<c>[\w-]+)(?: es| sea| =)? (?P<v>.+)",
        skip,
    ),
    (
        r"(?:trata|tratar|interpreta) (?P<a>.+?) como (?P<b>.+)",
        value_map,
    ),
    (
        r"(?:crea|crear|créalos|importa|importar|guarda|guardar)(?:los|las)?(?: los puestos| las ofertas)? como borrador(?:es)?",
        drafts,
    ),
];
