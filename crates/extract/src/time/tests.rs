use jiff::tz::TimeZone;
use proptest::prelude::*;

use super::format::TimeFormat;
use super::parse::{TimeError, parse_time, parse_zone};
use super::rfc3339::format_rfc3339;

fn parse_with(format: &str, text: &str, zone: &str) -> Result<String, TimeError> {
    let format = TimeFormat::compile(format).expect("a format that compiles");
    let zone = parse_zone(zone).expect("a zone");
    parse_time(text, Some(&format), &zone).map(|timestamp| timestamp.to_string())
}

fn parse_without_format(text: &str) -> Option<String> {
    parse_time(text, None, &TimeZone::UTC).ok().map(|timestamp| timestamp.to_string())
}

#[test]
fn parses_dotnet_formats() {
    let table = [
        ("M/d/yyyy h:mm:ss tt zzz", "5/1/2025 7:00:01 AM -05:00", "2025-05-01T12:00:01Z"),
        ("M/d/yyyy h:mm:ss tt zzz", "12/31/2025 12:00:00 am +00:00", "2025-12-31T00:00:00Z"),
        ("M/d/yyyy h:mm:ss tt zzz", "12/31/2025 12:30:00 PM -0600", "2025-12-31T18:30:00Z"),
        ("M/d/yyyy h:mm:ss tt zzz", "05/01/2025  07:00:01\u{a0}p.m. \u{2212}05:00", "2025-05-02T00:00:01Z"),
        ("M/d/yyyy h:mm t", "5/1/2025 7:05 P", "2025-05-01T19:05:00Z"),
        ("dd.MM.yyyy HH:mm", "01.05.2025 23:59", "2025-05-01T23:59:00Z"),
        ("yyyy-MM-ddTHH:mm:ss.fffffffK", "2025-05-01T12:00:00.1234567Z", "2025-05-01T12:00:00.1234567Z"),
        ("yyyy-MM-ddTHH:mm:ss.FFFFFFFK", "2025-05-01T12:00:00+02:00", "2025-05-01T10:00:00Z"),
        ("yyyy-MM-ddTHH:mm:ss.FFFK", "2025-05-01T12:00:00.5", "2025-05-01T12:00:00.5Z"),
        ("yyyy-MM-ddTHH:mm:ssZ", "2025-05-01T12:00:00Z", "2025-05-01T12:00:00Z"),
        ("yyyyMMddHHmmssfff", "20250501120000250", "2025-05-01T12:00:00.25Z"),
        ("ddd, d MMM yyyy HH:mm", "Thu, 1 may 2025 06:30", "2025-05-01T06:30:00Z"),
        ("dddd d MMMM yyyy", "thursday 1 May 2025", "2025-05-01T00:00:00Z"),
        ("d. MMMM yyyy HH:mm:ss 'Uhr'", "1. Mai 2025 06:30:00 Uhr", "2025-05-01T06:30:00Z"),
        ("d 'de' MMMM 'de' yyyy H:mm", "1 de mayo de 2025 6:30", "2025-05-01T06:30:00Z"),
        ("d MMMM yyyy HH:mm", "1 août 2025 06:30", "2025-08-01T06:30:00Z"),
        ("d MMM yyyy HH:mm", "1 FÉVR. 2025 06:30", "2025-02-01T06:30:00Z"),
        ("d MMM. yyyy", "1 sept. 2025", "2025-09-01T00:00:00Z"),
        ("dddd, d. MMMM yyyy", "Donnerstag, 1. Mai 2025", "2025-05-01T00:00:00Z"),
        ("MMMM d, yy 'at' H'h'mm", "September 3, 25 at 6h05", "2025-09-03T06:05:00Z"),
        ("yyyy/M/d \\a\\t H:m:s", "2025/5/1 at 6:5:4", "2025-05-01T06:05:04Z"),
        ("M/d/yyyy HH:mm UTC", "5/1/2025 06:05 UTC", "2025-05-01T06:05:00Z"),
        ("M/d/yyyy HH:mm z", "5/1/2025 06:05 -5", "2025-05-01T11:05:00Z"),
        ("M/d/yyyy HH:mm zz", "5/1/2025 06:05 +05", "2025-05-01T01:05:00Z"),
        ("o", "2025-05-01T12:00:00.0000000-05:00", "2025-05-01T17:00:00Z"),
        ("s", "2025-05-01T12:00:00", "2025-05-01T12:00:00Z"),
        ("u", "2025-05-01 12:00:00Z", "2025-05-01T12:00:00Z"),
        ("R", "Thu, 01 May 2025 12:00:00 GMT", "2025-05-01T12:00:00Z"),
    ];
    for (format, text, expected) in table {
        assert_eq!(parse_with(format, text, "UTC").as_deref(), Ok(expected), "{format}: {text}");
    }
}

#[test]
fn parses_strftime_formats() {
    let table = [
        ("%m/%d/%Y %I:%M:%S %p %z", "05/01/2025 07:00:01 AM -0500", "2025-05-01T12:00:01Z"),
        ("%Y-%m-%dT%H:%M:%S%.f%:z", "2025-05-01T12:00:00.25+02:00", "2025-05-01T10:00:00.25Z"),
        ("%d %b %Y %H:%M", "01 May 2025 23:59", "2025-05-01T23:59:00Z"),
        ("%F %T", "2025-05-01 23:59:01", "2025-05-01T23:59:01Z"),
        ("%F", "2025-05-01", "2025-05-01T00:00:00Z"),
        ("%s", "1746100800", "2025-05-01T12:00:00Z"),
    ];
    for (format, text, expected) in table {
        assert_eq!(parse_with(format, text, "UTC").as_deref(), Ok(expected), "{format}: {text}");
    }
}

#[test]
fn parses_iso_8601_and_rfc_2822_without_a_format() {
    let table = [
        ("2025-05-01T12:00:00Z", Some("2025-05-01T12:00:00Z")),
        ("2025-05-01t12:00:00.123456-05:00", Some("2025-05-01T17:00:00.123456Z")),
        ("2025-05-01 12:00", Some("2025-05-01T12:00:00Z")),
        ("20250501T120000Z", Some("2025-05-01T12:00:00Z")),
        ("2025-05-01", Some("2025-05-01T00:00:00Z")),
        ("2025-05-01T12:00:00-05:00[America/Chicago]", Some("2025-05-01T17:00:00Z")),
        ("Thu, 1 May 2025 12:00:00 -0500", Some("2025-05-01T17:00:00Z")),
        ("1 May 2025 12:00:00 GMT", Some("2025-05-01T12:00:00Z")),
        ("2025-05-01T12:00:00[America/Chicago]", None),
        ("Fri, 1 May 2025 12:00:00 -0500", None),
        ("5/1/2025 12:00", None),
        ("2025-02-29T00:00:00Z", None),
        ("2025-05-01T25:00:00Z", None),
        ("12:00", None),
        ("", None),
        ("now", None),
    ];
    for (text, expected) in table {
        assert_eq!(parse_without_format(text).as_deref(), expected, "{text}");
    }
}

#[test]
fn rejects_text_that_does_not_match_the_format() {
    let format = "M/d/yyyy h:mm:ss tt zzz";
    let rejected = [
        "13/1/2025 7:00:01 AM -05:00",
        "5/32/2025 7:00:01 AM -05:00",
        "2/29/2025 7:00:01 AM -05:00",
        "5/1/25 7:00:01 AM -05:00",
        "5/1/2025 13:00:01 AM -05:00",
        "5/1/2025 0:00:01 AM -05:00",
        "5/1/2025 7:60:01 AM -05:00",
        "5/1/2025 7:00:61 AM -05:00",
        "5/1/2025 7:00:01 XM -05:00",
        "5/1/2025 7:00:01 AM",
        "5/1/2025 7:00:01 AM -05:00 x",
        "5/1/2025 7:00:01 AM -5:0",
        "٥/1/2025 7:00:01 AM -05:00",
        "5/1/2025 7:00:01 AM +16:00",
        "",
        "5",
        "/1/2025",
    ];
    for text in rejected {
        assert!(matches!(parse_with(format, text, "UTC"), Err(TimeError::WrongFormat(_))), "{text}");
    }
    assert!(parse_with("ddd M/d/yyyy", "Fri 5/1/2025", "UTC").is_err(), "the first of May 2025 is a Thursday");
    assert!(parse_with("%a %m/%d/%Y", "Fri 05/01/2025", "UTC").is_err());
    assert!(parse_with("H:mm tt d/M/yyyy", "13:00 AM 1/5/2025", "UTC").is_err());
    assert!(parse_with("yyyy-MM-dd", "0000-01-01", "UTC").is_err());
}

#[test]
fn time_without_offset_is_in_the_given_zone() {
    assert_eq!(parse_with("M/d/yyyy H:mm", "7/1/2025 7:00", "America/Chicago").as_deref(), Ok("2025-07-01T12:00:00Z"));
    assert_eq!(parse_with("M/d/yyyy H:mm", "1/1/2025 7:00", "America/Chicago").as_deref(), Ok("2025-01-01T13:00:00Z"));
    assert_eq!(
        parse_with("M/d/yyyy H:mm zzz", "1/1/2025 7:00 +00:00", "America/Chicago").as_deref(),
        Ok("2025-01-01T07:00:00Z")
    );
    let chicago = parse_zone("America/Chicago").unwrap();
    assert_eq!(parse_time("2025-07-01 07:00", None, &chicago).unwrap().to_string(), "2025-07-01T12:00:00Z");
}

#[test]
fn rejects_skipped_and_ambiguous_local_times() {
    let in_chicago = |text: &str| parse_with("M/d/yyyy H:mm", text, "America/Chicago");
    assert_eq!(in_chicago("3/9/2025 2:30"), Err(TimeError::Gap("America/Chicago".into())));
    assert_eq!(in_chicago("11/2/2025 1:30"), Err(TimeError::Fold("America/Chicago".into())));
    assert_eq!(in_chicago("11/2/2025 0:59").as_deref(), Ok("2025-11-02T05:59:00Z"));
    assert_eq!(in_chicago("11/2/2025 2:00").as_deref(), Ok("2025-11-02T08:00:00Z"));
    let with_offset = parse_with("M/d/yyyy H:mm zzz", "11/2/2025 1:30 -06:00", "America/Chicago");
    assert_eq!(with_offset.as_deref(), Ok("2025-11-02T07:30:00Z"));
}

#[test]
fn invalid_formats_are_rejected_with_a_reason() {
    let table = [
        ("Q", "alone"),
        ("d", "alone"),
        ("G", "alone"),
        ("HH:mm", "year, month and day"),
        ("M/d HH:mm", "year, month and day"),
        ("yyyy'", "quote"),
        ("yyyy\\", "backslash"),
        ("M/d/yyyy x", "`x`"),
        ("M/d/yyyyyy", "`yyyyyy`"),
        ("M/d/yyyy gg", "`gg`"),
        ("%H:%M", "year, month and day"),
        ("%", "strftime"),
        ("%Y-%m-%d %Z", "strftime"),
        ("%Y-%m-%d %H:%M %Q", "name of a zone"),
        ("%Y-%m-%d %H:%M %:Q", "name of a zone"),
        ("%Y %", "strftime"),
    ];
    for (format, word) in table {
        let error = TimeFormat::compile(format).map(|_| ()).expect_err(format);
        assert!(error.contains(word), "{format}: {error}");
    }
}

#[test]
fn zones_are_iana_names() {
    assert!(parse_zone("America/Chicago").is_ok() && parse_zone("UTC").is_ok());
    for name in ["Central Standard Time", "CST6CDT-ish", "Nowhere/City", "../etc/passwd", ""] {
        assert!(parse_zone(name).is_err(), "{name}");
    }
}

proptest! {
    #[test]
    fn no_format_and_text_panic(format in "\\PC{0,20}|[dMyHhmsfFtzKTZ/:. %'\"\\\\-]{0,20}|(%[-_0:.]?[A-Za-z%]){0,5}", text in "\\PC{0,30}|[0-9/: .APM+Z-]{0,30}") {
        if let Ok(format) = TimeFormat::compile(&format) {
            let _ = parse_time(&text, Some(&format), &TimeZone::UTC);
        }
        let _ = parse_time(&text, None, &TimeZone::UTC);
    }

    #[test]
    fn formats_any_timestamp_as_rfc_3339(second in -62_135_596_800_i64..253_402_207_200, nanosecond in prop_oneof![Just(0), 0..1_000_000_000_i32]) {
        let timestamp = jiff::Timestamp::new(second, 0).unwrap() + jiff::SignedDuration::from_nanos(nanosecond.into());
        prop_assert_eq!(format_rfc3339(timestamp), timestamp.to_string());
    }

    #[test]
    fn parses_what_a_format_describes(second in 0_i64..253_402_300_799) {
        let timestamp = jiff::Timestamp::from_second(second).unwrap();
        let written = timestamp.strftime("%-m/%-d/%Y %-I:%M:%S %p +00:00").to_string();
        let format = TimeFormat::compile("M/d/yyyy h:mm:ss tt zzz").unwrap();
        prop_assert_eq!(parse_time(&written, Some(&format), &TimeZone::UTC).unwrap(), timestamp);
    }
}
