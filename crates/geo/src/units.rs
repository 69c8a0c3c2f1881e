//! Lengths and times that cannot be taken for one another.

/// A length in metres.
#[derive(Debug, Clone, Copy, PartialEq, PartialOrd)]
pub struct Metres(pub f64);

/// A length in international miles.
#[derive(Debug, Clone, Copy, PartialEq, PartialOrd)]
pub struct Miles(pub f64);

/// Metres in a mile, as the specification has it.
pub const METRES_PER_MILE: f64 = 1_609.344;

impl Metres {
    /// The same length in miles.
    pub fn miles(self) -> Miles {
        Miles(self.0 / METRES_PER_MILE)
    }
}

impl Miles {
    /// The same length in metres.
    pub fn metres(self) -> Metres {
        Metres(self.0 * METRES_PER_MILE)
    }

    /// Rounded to three decimals, half away from zero, from the exact value of the number.
    ///
    /// ```
    /// use stormwire_geo::Miles;
    /// assert_eq!(Miles(0.0625).rounded(), 0.063);
    /// // The double next to 1.0005 lies below it.
    /// assert_eq!(Miles(1.0005).rounded(), 1.0);
    /// ```
    pub fn rounded(self) -> f64 {
        const SCALE: f64 = 1_000.0;
        let product = self.0 * SCALE;
        // What the multiplication has rounded away decides a tie that is none.
        let rest = self.0.mul_add(SCALE, -product);
        let below = product.floor();
        let above_half = match (product - below).total_cmp(&0.5) {
            std::cmp::Ordering::Greater => true,
            std::cmp::Ordering::Equal => rest >= 0.0,
            std::cmp::Ordering::Less => false,
        };
        (if above_half { below + 1.0 } else { below }) / SCALE
    }
}

/// A time: microseconds since the beginning of 1970 in UTC, which is what both databases can tell apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Moment(pub i64);

/// A stretch of time in microseconds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Span(pub i64);

const MICROSECONDS_PER_MINUTE: f64 = 60_000_000.0;
/// A tenth of a minute.
const MICROSECONDS_PER_TENTH: i64 = 6_000_000;

impl Moment {
    /// So much later.
    #[must_use]
    pub fn after(self, span: Span) -> Self {
        Self(self.0.saturating_add(span.0))
    }

    /// So much earlier.
    #[must_use]
    pub fn before(self, span: Span) -> Self {
        Self(self.0.saturating_sub(span.0))
    }

    /// How long ago `earlier` was.
    pub fn since(self, earlier: Self) -> Span {
        Span(self.0.saturating_sub(earlier.0))
    }
}

impl Span {
    /// From minutes, to the nearest microsecond.
    #[expect(clippy::cast_possible_truncation, reason = "a cast saturates, and so does every use of a span")]
    pub fn minutes(minutes: f64) -> Self {
        Self((minutes * MICROSECONDS_PER_MINUTE).round() as i64)
    }

    /// In minutes, rounded to one decimal, half away from zero; computed in whole numbers.
    ///
    /// ```
    /// use stormwire_geo::Span;
    /// assert_eq!(Span(3_000_000).rounded_minutes(), 0.1);
    /// assert_eq!(Span(2_999_999).rounded_minutes(), 0.0);
    /// ```
    pub fn rounded_minutes(self) -> f64 {
        let half = MICROSECONDS_PER_TENTH / 2;
        let tenths = (self.0.saturating_add(if self.0 < 0 { -half } else { half })) / MICROSECONDS_PER_TENTH;
        #[expect(clippy::cast_precision_loss, reason = "tenths of a minute stay below 2^53 for 28 million years")]
        let tenths = tenths as f64;
        tenths / 10.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_are_rounded_last_and_half_away_from_zero() {
        for (miles, expected) in [
            (0.0, 0.0),
            (0.000_499_999, 0.0),
            (0.000_5, 0.001),
            (0.062_5, 0.063),
            (0.187_5, 0.188),
            (1.000_5, 1.0),
            (8.000_4, 8.0),
            (7.999_500_000_1, 8.0),
            (12_436.123_4, 12_436.123),
        ] {
            assert_eq!(Miles(miles).rounded().to_bits(), f64::to_bits(expected), "{miles}");
        }
    }

    #[test]
    fn minutes_are_rounded_last_and_half_away_from_zero() {
        for (microseconds, expected) in
            [(0, 0.0), (2_999_999, 0.0), (3_000_000, 0.1), (90_000_000, 1.5), (-3_000_000, -0.1), (1_799_999_999, 30.0)]
        {
            assert_eq!(Span(microseconds).rounded_minutes().to_bits(), f64::to_bits(expected), "{microseconds}");
        }
        assert_eq!(Span::minutes(0.5), Span(30_000_000));
    }

    #[test]
    fn a_mile_has_1609_344_metres() {
        assert_eq!(Metres(1_609.344).miles(), Miles(1.0));
        assert_eq!(Miles(8.0).metres(), Metres(12_874.752));
    }
}
