//! Abilities that a person can prove with documents: languages spoken and certificates held.

use shortlist_domain::SectionKind;

use super::Lexicon;

pub(super) const LEXICONS: &[Lexicon] = &[
    Lexicon {
        names: &[
            "languages",
            "language",
            "foreign languages",
            "spoken languages",
            "sprachen",
            "fremdsprachen",
            "langues",
            "idiomas",
        ],
        phrases: &[
            "bilingual",
            "multilingual",
            "native speaker",
            "fluent in",
            "zweisprachig",
            "muttersprache",
            "verhandlungssicher",
            "fließend*",
            "bilingue",
            "langue maternelle",
            "courant",
            "bilingüe",
            "lengua materna",
            "trilingual",
        ],
        sections: &[SectionKind::Languages],
    },
    Lexicon {
        names: &[
            "certifications",
            "certification",
            "certificates",
            "certificate",
            "licences",
            "licenses",
            "credentials",
            "accreditations",
            "zertifikate",
            "zertifizierungen",
            "certificaciones",
            "certificats",
        ],
        phrases: &[
            "certified",
            "certification*",
            "certificate*",
            "licensed",
            "licence",
            "license",
            "accredited",
            "zertifiziert*",
            "zertifikat*",
            "certifié*",
            "certificat*",
            "certificad*",
            "certificación*",
            "licencia",
        ],
        sections: &[SectionKind::Certificates],
    },
];
