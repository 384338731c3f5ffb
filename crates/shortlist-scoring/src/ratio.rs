//! Shares and decays in whole millionths.
//!
//! Nothing here uses floating point, because the standard library's `exp` and `powf` may differ in the last bit between
//! machines. A decay over n months is n multiplications by a constant with eighteen decimals, each rounded down. The
//! constants are correct to the last digit shown, so that the error of the result is far below one millionth.

use std::sync::LazyLock;

use shortlist_domain::MicroPoints;

/// One, in millionths.
pub(crate) const WHOLE: i64 = 1_000_000;

/// The longest time that is distinguished: fifty years. Longer times count as this one.
const MAX_MONTHS: usize = 600;

/// e^(-1/24) in 10^-18: the share of the doubt about experience that remains after one more month.
const DOUBT_KEPT_PER_MONTH: u128 = 959_189_457_109_138_188;
/// 0.9^(1/12) in 10^-18: the share of a skill's freshness that remains after one month.
const FRESHNESS_KEPT_PER_MONTH: u128 = 991_258_389_045_303_294;

/// 0.75^(n/2) in millionths, for n half rungs from 0 to 12.
const RUNG_DECAY: [i64; 13] = [
    1_000_000, 866_025, 750_000, 649_519, 562_500, 487_139, 421_875, 365_354, 316_406, 274_016,
    237_305, 205_512, 177_979,
];

/// Returns a part of a whole in millionths, rounded down and between 0 and 1. It returns 0 if the whole is 0.
pub(crate) fn share(part: i64, whole: i64) -> i64 {
    if whole <= 0 {
        return 0;
    }
    let exact = i128::from(part) * i128::from(WHOLE) / i128::from(whole);
    i64::try_from(exact).unwrap_or(WHOLE).clamp(0, WHOLE)
}

/// Returns the product of two numbers of millionths, rounded down.
pub(crate) fn times(a: i64, b: i64) -> i64 {
    let exact = i128::from(a) * i128::from(b) / i128::from(WHOLE);
    i64::try_from(exact).unwrap_or(0)
}

/// Returns a share in percent. What counts at all is at least one percent, and what is short of the whole is not a hundred.
pub fn percent(value: i64) -> i64 {
    match value {
        0 => 0,
        WHOLE => 100,
        value => ((value + 5_000) / 10_000).clamp(1, 99),
    }
}

/// Returns `tenths_of_a` tenths of `a` plus the remaining tenths of `b`.
pub(crate) fn blend(a: i64, tenths_of_a: i64, b: i64) -> i64 {
    (a * tenths_of_a + b * (10 - tenths_of_a)) / 10
}

/// Returns `1 - e^(-years/2)`, for a job that names no number of years.
pub(crate) fn saturation(months: u32) -> i64 {
    static DOUBT: LazyLock<Vec<i64>> = LazyLock::new(|| decay_table(DOUBT_KEPT_PER_MONTH));
    WHOLE - look_up(&DOUBT, months)
}

/// Returns `0.9^years`: the weight of a skill that was last used `months_ago` months ago.
pub(crate) fn freshness(months_ago: u32) -> i64 {
    static KEPT: LazyLock<Vec<i64>> = LazyLock::new(|| decay_table(FRESHNESS_KEPT_PER_MONTH));
    look_up(&KEPT, months_ago)
}

/// Returns `0.75^gap` for a gap on the ladder of education, in tenths of a rung.
pub(crate) fn rung_decay(gap_tenths: i64) -> i64 {
    let half_rungs = usize::try_from((gap_tenths.max(0) + 4) / 5).unwrap_or(usize::MAX);
    let last = RUNG_DECAY.last().copied().unwrap_or(0);
    RUNG_DECAY.get(half_rungs).copied().unwrap_or(last)
}

/// Returns `1 - 0.5^n`.
pub(crate) fn halving(n: usize) -> i64 {
    let halves = u32::try_from(n).unwrap_or(u32::MAX).min(19);
    WHOLE - (WHOLE >> halves)
}

fn decay_table(kept: u128) -> Vec<i64> {
    const ONE: u128 = 1_000_000_000_000_000_000;
    const PER_MILLIONTH: u128 = 1_000_000_000_000;
    std::iter::successors(Some(ONE), |left| Some(left * kept / ONE))
        .take(MAX_MONTHS + 1)
        .map(|left| i64::try_from((left + PER_MILLIONTH / 2) / PER_MILLIONTH).unwrap_or(0))
        .collect()
}

fn look_up(table: &[i64], months: u32) -> i64 {
    let place = usize::try_from(months)
        .unwrap_or(MAX_MONTHS)
        .min(MAX_MONTHS);
    table.get(place).copied().unwrap_or(0)
}

/// Returns millionths as a number with three decimals.
pub(crate) fn decimals(value: MicroPoints) -> String {
    let thousandths = (value.get() + 500) / 1_000;
    format!("{}.{:03}", thousandths / 1_000, thousandths % 1_000)
}

#[cfg(test)]
mod tests {
    use shortlist_domain::MicroPoints;

    use super::*;

    fn near(micros: i64, exact: f64) {
        let value = MicroPoints::new(micros).to_f64();
        assert!((value - exact).abs() <= 1e-6, "{value} is not {exact}");
    }

    #[test]
    fn the_tables_agree_with_the_formulas() {
        for months in 0..=600 {
            let years = f64::from(months) / 12.0;
            near(saturation(months), 1.0 - (-years / 2.0).exp());
            near(freshness(months), 0.9f64.powf(years));
        }
        for half_rungs in 0..=12 {
            let exact = 0.75f64.powf(f64::from(half_rungs) / 2.0);
            near(rung_decay(i64::from(half_rungs) * 5), exact);
        }
        for (n, exact) in [0.0, 0.5, 0.75, 0.875, 0.9375, 0.96875]
            .into_iter()
            .enumerate()
        {
            near(halving(n), exact);
        }
    }

    #[test]
    fn values_beyond_a_table_are_its_last_value() {
        assert_eq!(saturation(u32::MAX), saturation(600));
        assert_eq!(freshness(9_999), freshness(600));
        assert_eq!(rung_decay(1_000), 177_979);
        assert_eq!(rung_decay(-20), WHOLE);
        assert_eq!(halving(64), WHOLE - 1);
    }

    #[test]
    fn shares_are_rounded_down_and_bounded() {
        assert_eq!(share(2, 3), 666_666);
        assert_eq!(share(5, 3), WHOLE);
        assert_eq!(share(-1, 3), 0);
        assert_eq!(share(1, 0), 0);
        assert_eq!(times(500_000, 500_000), 250_000);
        assert_eq!(blend(1_000_000, 6, 500_000), 800_000);
    }
}
