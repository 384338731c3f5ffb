//! Tests of places.

use crate::resume::tests::understood;

/// Checks the place of each text, and its position in the text.
fn check(texts: &[(&str, Option<&str>)]) {
    for (text, place) in texts {
        let found = understood(text).place;
        let value = found.as_ref().map(|found| found.value.as_str());
        assert_eq!(value, *place, "{text}");
        if let Some(found) = found {
            let span = found.span.unwrap();
            assert_eq!(text.get(span.start..span.end), *place);
        }
    }
}

#[test]
fn a_place_is_recognized_by_its_label_or_its_country() {
    check(&[
        (
            "Ada Lovelace\nLocation: Hilltop\nada@example.org",
            Some("Hilltop"),
        ),
        (
            "Ada Lovelace\nSpringfield, IL 62701 | ada@example.org",
            Some("Springfield, IL 62701"),
        ),
        (
            "Ada Lovelace\nPune, India • ada@example.org",
            Some("Pune, India"),
        ),
        ("Ada Lovelace\nWohnort: Musterstadt", Some("Musterstadt")),
        (
            "Ada Lovelace\nLisbon, Portugal (remote, UTC) | ada@example.org",
            Some("Lisbon, Portugal"),
        ),
        ("Ada Lovelace\nGraz, Austria", Some("Graz, Austria")),
        (
            "Ada Lovelace\n12 High Street, Smallville\nada@example.org",
            Some("12 High Street, Smallville"),
        ),
        ("Ada Lovelace\n● Graz ● ada@example.org", Some("Graz")),
        (
            "Ada Lovelace\nTel: City of Residence: Hilltop Date of birth: 1990",
            Some("Hilltop"),
        ),
        (
            "Ada Lovelace\nMill Road Graz (Styria)",
            Some("Mill Road Graz (Styria)"),
        ),
        (
            "Ada Lovelace\nHobbies\nReading\nPermanent Address : Hilltop",
            Some("Hilltop"),
        ),
        (
            "Ada Lovelace\nHobbies\nReading\nDate: 1 May\nPlace: Graz",
            Some("Graz"),
        ),
        ("Ada Lovelace\n地 址：示例路", Some("示例路")),
    ]);
}

#[test]
fn a_place_may_be_after_the_name_near_the_address_or_in_a_footer() {
    check(&[
        (
            "Ada Lovelace, 402, Mill Building, Graz\nada@example.org",
            Some("402, Mill Building, Graz"),
        ),
        (
            "Ada Lovelace\nPortugal, Lisbon tel: 555 0100, e-mail: ada@example.org",
            Some("Portugal, Lisbon"),
        ),
        (
            "Ada Lovelace\nSummary\nEngineer\nGraz - 12 (Austria)\nE-mail: ada@example.org",
            Some("Graz - 12 (Austria)"),
        ),
        (
            "Ada Lovelace\nSkills\nRust\nGraz, Austria | 555 0100 | ada@example.org",
            Some("Graz, Austria"),
        ),
        (
            "Ada Lovelace\nada@example.org\n示例市示例区示例路12号",
            Some("示例市示例区示例路12号"),
        ),
        ("Ada Lovelace, MD\nada@example.org", None),
        ("Ada Lovelace, PhD\nada@example.org", None),
    ]);
}

#[test]
fn the_current_home_is_preferred_to_an_address_and_that_to_the_home_town() {
    check(&[
        (
            "Ada Lovelace\nAddress: 12 High Street\nSkills\nRust\nCurrent location: Graz",
            Some("Graz"),
        ),
        (
            "Ada Lovelace\nPermanent address: Hilltop\nHobbies\nReading\nAddress:\tAt. Post: Lowmeadow",
            Some("At. Post: Lowmeadow"),
        ),
        (
            "Ada Lovelace\nAddress: 12 High Street\nHobbies\nReading\nPermanent address: Hill Road, Graz",
            Some("Hill Road, Graz"),
        ),
        ("Ada Lovelace\nPermanent address\nArea\t:\tHilltop", None),
    ]);
}

#[test]
fn an_address_without_a_town_continues() {
    for (text, place) in [
        (
            "Ada Lovelace\nFlat B, Block 1\nHilltop, N.T.\nada@example.org",
            "Flat B, Block 1, Hilltop, N.T.",
        ),
        (
            "Ada Lovelace\nVill. Hilltop Post. Lowmeadow\nDist. Meadows (Styria)\nada@example.org",
            "Vill. Hilltop Post. Lowmeadow, Dist. Meadows (Styria)",
        ),
        (
            "Ada Lovelace\nAddress: Hilltop House\nMill Po Lowmeadow\ngraz, styria\nada@example.org",
            "Hilltop House, Mill Po Lowmeadow, graz, styria",
        ),
        (
            "Ada Lovelace\nAddress: 5-143/A\nMill Village\nGraz-518523\nada@example.org",
            "Mill Village, Graz-518523",
        ),
        (
            "Ada Lovelace\nAddress:-\nH.No:18-1/44/A,\nHill Colony,\nGraz 8010.\nada@example.org",
            "H.No:18-1/44/A, Hill Colony, Graz 8010.",
        ),
        (
            "Ada Lovelace\nPresent Address : Acme, 226 Hill\tColony, Graz 8010\nada@example.org",
            "Acme, 226 Hill\tColony, Graz 8010",
        ),
    ] {
        assert_eq!(understood(text).place.unwrap().value, place, "{text}");
    }
}

#[test]
fn an_address_may_have_several_lines() {
    let found =
        understood("Ada Lovelace\n12 High Street,\nNear the Mill,\nGraz - 8010\nada@example.org")
            .place;
    assert_eq!(
        found.unwrap().value,
        "12 High Street, Near the Mill, Graz - 8010"
    );
}

#[test]
fn a_place_may_follow_an_icon_and_be_written_in_other_scripts() {
    for (text, place) in [
        (
            "Ada Lovelace\n\u{f0e0} ada@example.org \u{f3c5} Graz \u{f08c} example.org/ada",
            "Graz",
        ),
        (
            "Ada Lovelace\nг. Новосибирск | ada@example.org",
            "г. Новосибирск",
        ),
        ("Ada Lovelace\nΑθήνα | ada@example.org", "Αθήνα"),
        ("Ada Lovelace\nعمّان • ada@example.org", "عمّان"),
    ] {
        let found = understood(text).place;
        assert_eq!(found.unwrap().value, place, "{text}");
    }
}

#[test]
fn an_address_continues_in_its_column_and_below_its_label() {
    for (text, place) in [
        (
            "Ada Lovelace\nMill Department, Box 352600\t+44 20 7946 0018\n12 High Street, Hilltop\tada@example.org",
            "Mill Department, Box 352600, 12 High Street, Hilltop",
        ),
        (
            "Ada Lovelace\nAddress for Correspondence:\n1089 Sec 9A, Hilltop\nada@example.org",
            "1089 Sec 9A, Hilltop",
        ),
        (
            "Ada Lovelace\nAddress: Vill Lowland\nPost-Mill, Green\nDist:- Hilltop",
            "Vill Lowland, Post-Mill, Green, Dist:- Hilltop",
        ),
        (
            "Ada Lovelace\nPermanent Address: Lowland\nPresent Address: Hilltop",
            "Hilltop",
        ),
        (
            "Ada Lovelace\nHilltop-411001\nada@example.org",
            "Hilltop-411001",
        ),
        (
            "Ada Lovelace\n#Hobbies\nReading\nDate: 1 May\nPlace: graz Ada Lovelace",
            "graz",
        ),
        (
            "Ada Lovelace\n#Hobbies\nReading\nDate: 1 May\nPlace: Hilltop\t(Ada Lovelace)",
            "Hilltop",
        ),
    ] {
        let found = understood(text).place;
        let found = found.map(|found| found.value);
        assert_eq!(found.as_deref(), Some(place), "{text}");
    }
}

#[test]
fn a_detail_about_a_person_is_no_place() {
    check(&[
        ("Ada Lovelace\nada@example.org\nPassport No: Z1234567", None),
        (
            "Ada Lovelace\nada@example.org\nPassport: Z 1234567, Graz",
            None,
        ),
        (
            "Ada Lovelace\nada@example.org\nDriving licence no. 12 3456, Graz",
            None,
        ),
        (
            "Ada Lovelace\nada@example.org\nFather's name: Ravi Kumar, Graz",
            None,
        ),
        ("Ada Lovelace\nada@example.org\nAddress: Ada Lovelace", None),
        (
            "Ada Lovelace\nada@example.org\nLead a night team in a 24-bed intensive care unit",
            None,
        ),
        (
            "Ada Lovelace\nada@example.org\n12 rue de la paix",
            Some("12 rue de la paix"),
        ),
    ]);
}

#[test]
fn the_head_of_a_resume_is_preferred_to_the_home_town() {
    check(&[(
        "Ada Lovelace\nPune, India\nada@example.org\nHobbies\nReading\nPermanent address: Hill Road, Graz",
        Some("Pune, India"),
    )]);
}

#[test]
fn an_address_ends_with_its_postal_code_or_its_paragraph() {
    for (text, place) in [
        (
            "Ada Lovelace\nAddress: 12 Hill Road\nOld Quarter\nExampleton 560001\nBooks",
            "12 Hill Road, Old Quarter, Exampleton 560001",
        ),
        (
            "Ada Lovelace\nAddress: 12 Hill Road\nExampleton\nSkills\nRust",
            "12 Hill Road, Exampleton",
        ),
    ] {
        let found = understood(text).place.unwrap();
        assert_eq!(found.value, place, "{text}");
    }
}
