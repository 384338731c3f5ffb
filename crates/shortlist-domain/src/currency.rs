//! Amounts of money, exact to the minor unit of their currency.

use crate::{InvalidValue, NumberProblem, TextProblem};

/// The most digits of an amount before the decimal point.
const MAX_WHOLE_DIGITS: usize = 12;

/// A currency of ISO 4217.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Currency {
    code: &'static str,
    /// The number of decimal places.
    places: usize,
}

/// The currencies of ISO 4217 (list one) by their number of decimal places. Units of account, precious metals and codes for
/// tests are left out.
const CURRENCIES: [(usize, &str); 3] = [
    (
        0,
        "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF",
    ),
    (
        2,
        "AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BGN BMD BND BOB BRL BSD BTN BWP BYN BZD \
         CAD CDF CHF CNY COP CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD \
         GTQ GYD HKD HNL HTG HUF IDR ILS INR IRR JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD \
         MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP \
         PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS \
         TMT TOP TRY TTD TWD TZS UAH USD UYU UZS VED VES WST XCD XCG YER ZAR ZMW ZWG",
    ),
    (3, "BHD IQD JOD KWD LYD OMR TND"),
];

impl Currency {
    /// Parses a code of three letters; letter case does not matter.
    ///
    /// # Errors
    /// Returns an error if ISO 4217 has no such currency.
    pub fn parse(field: &str, code: &str) -> Result<Self, InvalidValue> {
        let code = code.trim();
        let mut all = CURRENCIES
            .iter()
            .flat_map(|(places, codes)| codes.split_whitespace().map(move |code| (*places, code)));
        all.find(|(_, known)| known.eq_ignore_ascii_case(code))
            .map(|(places, code)| Self { code, places })
            .ok_or_else(|| {
                let problem = TextProblem::NotCurrency;
                InvalidValue::new(field, problem)
            })
    }

    /// Returns the code.
    pub fn code(self) -> &'static str {
        self.code
    }
}

/// An amount of money.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Money {
    minor_units: i64,
    currency: Currency,
}

impl Money {
    /// Parses a decimal number with at most the currency's decimal places, such as `85000` or `85000.50`.
    ///
    /// # Errors
    /// Returns an error if it is negative, too large, has too many decimal places or is not such a number.
    pub fn parse(field: &str, amount: &str, currency: Currency) -> Result<Self, InvalidValue> {
        let amount = amount.trim();
        let (whole, fraction) = amount.split_once('.').unwrap_or((amount, ""));
        let digits = |text: &str| text.chars().all(|c| c.is_ascii_digit());
        let is_number = digits(whole) && digits(fraction) && !whole.is_empty();
        // Zeros at the end, as another currency with more places has them, change nothing.
        let fraction = fraction.trim_end_matches('0');
        let fits = whole.len() <= MAX_WHOLE_DIGITS && fraction.len() <= currency.places;
        let places = currency.places;
        let minor_units = format!("{whole}{fraction:0<places$}").parse().ok();
        minor_units
            .filter(|_| is_number && fits && !amount.ends_with('.'))
            .map(|minor_units| Self {
                minor_units,
                currency,
            })
            .ok_or_else(|| InvalidValue::new(field, expected(currency)))
    }

    /// Returns a stored amount.
    pub fn of_minor_units(minor_units: i64, currency: Currency) -> Self {
        Self {
            minor_units,
            currency,
        }
    }

    /// Returns the amount in the currency's smallest unit, such as cents.
    pub fn minor_units(self) -> i64 {
        self.minor_units
    }

    /// Returns the currency.
    pub fn currency(self) -> Currency {
        self.currency
    }

    /// Returns the amount as a decimal number with all of the currency's decimal places.
    pub fn amount(self) -> String {
        let places = self.currency.places;
        let width = places + 1;
        let digits = format!("{:0>width$}", self.minor_units);
        let (whole, fraction) = digits.split_at(digits.len().saturating_sub(places));
        match places {
            0 => digits,
            _ => format!("{whole}.{fraction}"),
        }
    }
}

fn expected(currency: Currency) -> NumberProblem {
    NumberProblem::NotAmount {
        currency: currency.code,
        whole_digits: MAX_WHOLE_DIGITS,
        places: currency.places,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn money(amount: &str, currency: &str) -> Result<Money, InvalidValue> {
        Money::parse("amount", amount, Currency::parse("currency", currency)?)
    }

    #[test]
    fn an_amount_is_exact_in_its_currency() {
        for (amount, currency, minor_units, shown) in [
            ("85000", "EUR", 8_500_000, "85000.00"),
            ("0.07", "usd", 7, "0.07"),
            ("85000.50", "CHF", 8_500_050, "85000.50"),
            ("6000000", "JPY", 6_000_000, "6000000"),
            ("6000000.00", "JPY", 6_000_000, "6000000"),
            (
                "999999999999.999",
                "KWD",
                999_999_999_999_999,
                "999999999999.999",
            ),
            ("0", "EUR", 0, "0.00"),
        ] {
            let money = money(amount, currency).unwrap();
            assert_eq!(
                (money.minor_units(), money.amount().as_str()),
                (minor_units, shown)
            );
            let again = Money::parse("amount", &money.amount(), money.currency());
            assert_eq!(again.unwrap(), money);
        }
    }

    #[test]
    fn what_is_not_an_amount_is_refused() {
        for bad in [
            "",
            ".",
            "-1",
            "+1",
            "1.",
            ".5",
            "1,000",
            "1e5",
            "1.001",
            "1 000",
            "9999999999999",
            "١",
        ] {
            assert!(money(bad, "EUR").is_err(), "{bad}");
        }
        assert!(money("1.5", "JPY").is_err());
        for bad in ["", "EU", "XXX", "XAU", "EURO", "BTC"] {
            assert!(money("1", bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn each_code_is_listed_once() {
        let codes = CURRENCIES
            .iter()
            .flat_map(|(_, codes)| codes.split_whitespace());
        let mut codes: Vec<&str> = codes.collect();
        let count = codes.len();
        codes.sort_unstable();
        codes.dedup();
        assert_eq!(codes.len(), count);
        assert!(codes.iter().all(|code| code.len() == 3));
    }
}
