//! Tests of finding telephone numbers.

use crate::resume::tests::understood;

fn number(text: &str) -> Option<String> {
    let resume = understood(text);
    resume.phone.map(|found| found.value.as_str().to_owned())
}

#[test]
fn telephone_numbers_are_distinguished_from_other_digits() {
    for text in [
        "Ada Lovelace\nTX 75001 (202) 555-0142",
        "Ada Lovelace\nTX 75001 / 202-555-0142",
        "Ada Lovelace\n1 Main Street, TX 75001 / +1 202-555-0142",
        "Ada Lovelace\n(202) · 555 · 0142 | ada@example.org",
        "Ada Lovelace\nPhone\n202-555-0142\n#Experience\n1990-2000",
        "Ada Lovelace\nPortland, Oregon 202-555-0142",
        "Ada Lovelace\nBoise, ID (202) 555-0142",
    ] {
        assert_eq!(number(text).as_deref(), Some("+12025550142"), "{text}");
    }
    for text in [
        "Ada Lovelace\n#Skills\nWindows 95/98/00/03, Server 2000",
        "Ada Lovelace\n#Publications\nVol. 12, pp. 10.1-10.30, 1234.56-78.90",
        "Ada Lovelace\n#Contact\nada 123456789.example.org",
        "Ada Lovelace\n#Skills\nExcel, 89 1234 56789",
    ] {
        assert_eq!(number(text), None, "{text}");
    }
    for text in [
        "Ada Lovelace\nEmployee no. 2019 0320 2104",
        "Ada Lovelace\nSteuer-ID 12 345 678 901, Sozialversicherungsnummer 65 170839 12 008",
        "Ada Lovelace\nPublished cases: 2 0345 6789 1234",
        "Ada Lovelace\nNational insurance number 020 7946 0018",
        "Ada Lovelace\nLondon\nMatrikel 2019 0320 2104",
        "Ada Lovelace\nLondon\n555-014-7731",
        "Ada Lovelace\nLondon\nPhone\n+44 20 7946\n00",
    ] {
        assert_eq!(number(text), None, "{text}");
    }
    for text in [
        "Ada Lovelace\nTelefonnummer: 020 7946 0018\nLondon",
        "Ada Lovelace\nMobile no. 020 7946 0018\nLondon",
        "Ada Lovelace\nCont. no. 020 7946 0018\nLondon",
        "Ada Lovelace\nM. No. 020 7946 0018\nLondon",
        "Ada Lovelace\nLondon\n020 / 7946 0018",
        "Ada Lovelace\nLondon\nPhone\n+44 20 7946\n0018\nBerlin",
        "Ada Lovelace\nLondon\n0044 (0)20 7946 0018 | ada@example.org",
        "Ada Lovelace\nNo. +44 20 7946 0018\nLondon",
        "Ada Lovelace\nLondon\nNumber: 020 7946 0018",
        "Ada Lovelace\nRufnummer 020 7946 0018\nLondon",
        "Ada Lovelace\nLondon\nReach me at 442079460018",
    ] {
        assert_eq!(number(text).as_deref(), Some("+442079460018"), "{text}");
    }
}

#[test]
fn no_country_is_guessed_for_a_number() {
    // A whole number is read, whatever is on the line below.
    assert_eq!(
        number("Ada Lovelace\nMobile 0111 222 3334\n90210\nLondon").as_deref(),
        Some("0111 222 3334")
    );
    // No country of Europe is guessed for a number without the zero of domestic calls.
    let guessed = number("Ada Lovelace\nPhone 138 0013 8000");
    assert_eq!(guessed.as_deref(), Some("138 0013 8000"));
    let guessed = number("Ada Lovelace\n89 1234 56789 | ada@example.org\n#Experience\n1990-2000");
    assert_eq!(guessed.as_deref(), Some("89 1234 56789"));
    // Nothing suggests the country in which this is valid.
    let elsewhere = number("Ada Lovelace\nMobile 98765 43210\nLondon");
    assert_eq!(elsewhere.as_deref(), Some("98765 43210"));
    assert_eq!(
        number("个人简历\n姓 名：李小四\n电\t话：13800138000").as_deref(),
        Some("+8613800138000")
    );
}

#[test]
fn numbers_of_other_things_and_halves_are_no_telephone_numbers() {
    assert_eq!(
        number("Ada Lovelace\nMünster\nTel. +49 (0)251\n555 01 47\nBerlin").as_deref(),
        Some("+492515550147")
    );
    for text in [
        "Ada Lovelace\nNPI 1234567893",
        "Ada Lovelace\nSIRET 812 345 678 00019\nParis",
        "Ada Lovelace\nLondon\nPhone +44 20",
    ] {
        assert_eq!(number(text), None, "{text}");
    }
    // No country is guessed for a number without its code.
    assert_eq!(
        number("Ada Lovelace\n06 39 98 01 47\nada@example.org").as_deref(),
        Some("06 39 98 01 47")
    );
}

/// Each line of contacts is written as in its country, without a label and without the code of the country.
#[test]
fn numbers_among_contacts_are_of_the_country_of_the_town_or_language() {
    for (contacts, expected) in [
        ("Dlouhá 7, 110 00 Praha\n777123456", "+420777123456"),
        ("ul. Długa 7, 00-238 Warszawa | 600123456", "+48600123456"),
        ("Rua do Sol 5, 1200-109 Lisboa\n912345678", "+351912345678"),
        ("Storgata 1, 0155 Oslo\n91234567", "+4791234567"),
        (
            "Rua das Flores, 100, São Paulo - SP\n(11) 98765-4321",
            "+5511987654321",
        ),
        ("Calle 10, Bogotá\n300 123 4567", "+573001234567"),
        ("Ringstraße 1, 1010 Wien\n0664 1234567", "+436641234567"),
        ("Moi Avenue, Nairobi\n0722 123 456", "+254722123456"),
        ("Musterweg 4\nada@example.nl\n06 12345678", "+31612345678"),
        ("ул. Ленина, 5, Москва 8 (912) 345-67-89", "+79123456789"),
        (
            "東京都千代田区丸の内1-1 090-1234-5678\n職務経歴書",
            "+819012345678",
        ),
    ] {
        let text = format!("Ada Lovelace\n{contacts}\nada@example.org");
        assert_eq!(number(&text).as_deref(), Some(expected), "{contacts}");
    }
    // Barcelona is a town of two countries, and the number is valid in one of them. The words of the other are Portuguese.
    for (text, expected) in [
        ("Ada Lovelace\nBarcelona\n612 345 678", "+34612345678"),
        (
            "Ada Lovelace\nVendas em lojas das marcas, presente, atual, para empresas\n(11) 98765-4321",
            "+5511987654321",
        ),
    ] {
        assert_eq!(number(text).as_deref(), Some(expected), "{text}");
    }
}

#[test]
fn a_postal_code_and_a_label_belong_to_what_follows_them() {
    for text in [
        "Ada Lovelace\nPortland, OR 97201 503-555-0142",
        "Ada Lovelace\nPortland, OR 97201   503. 555. 0142",
        "Ada Lovelace\nPortland\nPhone No.5035550142",
        "Ada Lovelace\nPortland\nMob#503-555-0142",
        "Ada Lovelace\nPIN 97201 | +1 503 555 0142",
        "Ada Lovelace\nPortland\nFax 503-555-0199, (503) 555-0142",
        "Ada Lovelace\n00-00-0000\nPortland, (503) 555-0142",
    ] {
        assert_eq!(number(text).as_deref(), Some("+15035550142"), "{text}");
    }
    for text in [
        "Ada Lovelace\nPhone 00-00-0000",
        "Ada Lovelace\n#Publications\n0022-1376/2006/11405-0001",
    ] {
        assert_eq!(number(text), None, "{text}");
    }
}
