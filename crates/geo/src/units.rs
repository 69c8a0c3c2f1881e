//! Lengths and times as separate types, so that one unit cannot be passed for another.

/// A length in meters.
#[derive(Debug, Clone, Copy, PartialEq, PartialOrd)]
pub struct Meters(pub f64);

/// A length in international miles.
#[derive(Debug, Clone, Copy, PartialEq, PartialOrd)]
pub struct Miles(pub f64);

/// The value required by the specification.
pub const METERS_PER_MILE: f64 = 1_609.344;

impl Meters {
    pub fn miles(self) -> Miles {
        Miles(self.0 / METERS_PER_MILE)
    }
}

impl Miles {
    pub fn meters(self) -> Meters {
        Meters(self.0 * METERS_PER_MILE)
    }

    /// Rounded to three decimals, half away from zero, based on the exact value of the double.
    ///
    /// ```
    /// use stormwire_geo::Miles;
    /// assert_eq!(Miles(0.0625).rounded(), 0.063);
    /// // The double closest to 1.0005 is slightly below it.
    /// assert_eq!(Miles(1.0005).rounded(), 1.0);
    /// ```
    pub fn rounded(self) -> f64 {
        const SCALE: f64 = 1_000.0;
        let product = self.0 * SCALE;
        // The multiplication may round to exactly one half. Its rounding error shows on which side the exact value is.
        let rounding_error = self.0.mul_add(SCALE, -product);
        let below = product.floor();
        let rounds_up = match (product - below).total_cmp(&0.5) {
            std::cmp::Ordering::Greater => true,
            std::cmp::Ordering::Equal => rounding_error >= 0.0,
            std::cmp::Ordering::Less => false,
        };
        (if rounds_up { below + 1.0 } else { below }) / SCALE
    }
}

/// A point in time in microseconds since the Unix epoch, the precision of both databases.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct UnixMicros(pub i64);

/// A duration in microseconds. May be negative.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct DurationMicros(pub i64);

const MICROSECONDS_PER_MINUTE: f64 = 60_000_000.0;
const MICROSECONDS_PER_TENTH_MINUTE: i64 = 6_000_000;

impl UnixMicros {
    /// Saturates at the ends of the range.
    #[must_use]
    pub fn after(self, span: DurationMicros) -> Self {
        Self(self.0.saturating_add(span.0))
    }

    /// Saturates at the ends of the range.
    #[must_use]
    pub fn before(self, span: DurationMicros) -> Self {
        Self(self.0.saturating_sub(span.0))
    }

    /// The time from `earlier` to `self`.
    pub fn since(self, earlier: Self) -> DurationMicros {
        DurationMicros(self.0.saturating_sub(earlier.0))
    }
}

impl DurationMicros {
    /// Converts from minutes, rounded to the nearest microsecond.
    #[expect(clippy::cast_possible_truncation, reason = "the cast saturates, and so does every use of a span")]
    pub fn minutes(minutes: f64) -> Self {
        Self((minutes * MICROSECONDS_PER_MINUTE).round() as i64)
    }

    /// Minutes rounded to one decimal, half away from zero, computed in integers.
    ///
    /// ```
    /// use stormwire_geo::DurationMicros;
    /// assert_eq!(DurationMicros(3_000_000).rounded_minutes(), 0.1);
    /// assert_eq!(DurationMicros(2_999_999).rounded_minutes(), 0.0);
    /// ```
    pub fn rounded_minutes(self) -> f64 {
        let half = MICROSECONDS_PER_TENTH_MINUTE / 2;
        let tenths = (self.0.saturating_add(if self.0 < 0 { -half } else { half })) / MICROSECONDS_PER_TENTH_MINUTE;
        #[expect(clippy::cast_precision_loss, reason = "tenths of a minute stay below 2^53 for the whole i64 range")]
        let tenths = tenths as f64;
        tenths / 10.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn miles_round_to_three_decimals_half_away_from_zero() {
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
    fn minutes_round_to_one_decimal_half_away_from_zero() {
        for (microseconds, expected) in
            [(0, 0.0), (2_999_999, 0.0), (3_000_000, 0.1), (90_000_000, 1.5), (-3_000_000, -0.1), (1_799_999_999, 30.0)]
        {
            assert_eq!(
                DurationMicros(microseconds).rounded_minutes().to_bits(),
                f64::to_bits(expected),
                "{microseconds}"
            );
        }
        assert_eq!(DurationMicros::minutes(0.5), DurationMicros(30_000_000));
    }

    #[test]
    fn a_mile_is_1609_344_meters() {
        assert_eq!(Meters(1_609.344).miles(), Miles(1.0));
        assert_eq!(Miles(8.0).meters(), Meters(12_874.752));
    }
}
