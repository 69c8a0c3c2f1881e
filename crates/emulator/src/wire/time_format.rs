use jiff::Timestamp;

/// Whole seconds, as Exchange writes times: `2026-05-01T12:00:00Z`.
pub(crate) fn whole_seconds(at: Timestamp) -> String {
    at.strftime("%Y-%m-%dT%H:%M:%SZ").to_string()
}

/// Seven fractional digits, as subscriptions have them: `2026-05-01T12:00:00.0000000Z`.
pub(crate) fn seven_digits(at: Timestamp) -> String {
    format!("{}.{:07}Z", at.strftime("%Y-%m-%dT%H:%M:%S"), at.subsec_nanosecond() / 100)
}

/// The `Date` header. It follows the emulator's clock, so clients can detect that their own clock differs.
pub(crate) fn http_date(at: Timestamp) -> String {
    at.strftime("%a, %d %b %Y %H:%M:%S GMT").to_string()
}
