use jiff::tz::TimeZone;
use proptest::prelude::*;

use super::{TimeFault, TimeFormat, read, written, zone};

fn by(format: &str, text: &str, zone_name: &str) -> Result<String, TimeFault> {
    let format = TimeFormat::compile(format).expect("a format that compiles");
    read(text, Some(&format), &zone(zone_name).expect("a zone")).map(|moment| moment.to_string())
}

fn plain(text: &str) -> Option<String> {
    read(text, None, &TimeZone::UTC).ok().map(|moment| moment.to_string())
}

#[test]
fn dotnet_formats_read_what_they_describe() {
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
        assert_eq!(by(format, text, "UTC").as_deref(), Ok(expected), "{format}: {text}");
    }
}

#[test]
fn strftime_formats_read_what_they_describe() {
    let table = [
        ("%m/%d/%Y %I:%M:%S %p %z", "05/01/2025 07:00:01 AM -0500", "2025-05-01T12:00:01Z"),
        ("%Y-%m-%dT%H:%M:%S%.f%:z", "2025-05-01T12:00:00.25+02:00", "2025-05-01T10:00:00.25Z"),
        ("%d %b %Y %H:%M", "01 May 2025 23:59", "2025-05-01T23:59:00Z"),
        ("%F %T", "2025-05-01 23:59:01", "2025-05-01T23:59:01Z"),
        ("%F", "2025-05-01", "2025-05-01T00:00:00Z"),
        ("%s", "1746100800", "2025-05-01T12:00:00Z"),
    ];
    for (format, text, expected) in table {
        assert_eq!(by(format, text, "UTC").as_deref(), Ok(expected), "{format}: {text}");
    }
}

#[test]
fn without_a_format_iso_8601_and_rfc_2822_are_read() {
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
        assert_eq!(plain(text).as_deref(), expected, "{text}");
    }
}

#[test]
fn what_does_not_fit_the_format_is_not_read() {
    let format = "M/d/yyyy h:mm:ss tt zzz";
    let refused = [
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
    for text in refused {
        assert!(matches!(by(format, text, "UTC"), Err(TimeFault::Form(_))), "{text}");
    }
    assert!(by("ddd M/d/yyyy", "Fri 5/1/2025", "UTC").is_err(), "the first of May 2025 is a Thursday");
    assert!(by("%a %m/%d/%Y", "Fri 05/01/2025", "UTC").is_err());
    assert!(by("H:mm tt d/M/yyyy", "13:00 AM 1/5/2025", "UTC").is_err());
    assert!(by("yyyy-MM-dd", "0000-01-01", "UTC").is_err());
}

#[test]
fn a_time_without_offset_is_of_the_zone_given() {
    assert_eq!(by("M/d/yyyy H:mm", "7/1/2025 7:00", "America/Chicago").as_deref(), Ok("2025-07-01T12:00:00Z"));
    assert_eq!(by("M/d/yyyy H:mm", "1/1/2025 7:00", "America/Chicago").as_deref(), Ok("2025-01-01T13:00:00Z"));
    assert_eq!(
        by("M/d/yyyy H:mm zzz", "1/1/2025 7:00 +00:00", "America/Chicago").as_deref(),
        Ok("2025-01-01T07:00:00Z")
    );
    let chicago = zone("America/Chicago").unwrap();
    assert_eq!(read("2025-07-01 07:00", None, &chicago).unwrap().to_string(), "2025-07-01T12:00:00Z");
}

#[test]
fn a_time_that_clocks_skip_or_pass_twice_is_not_guessed() {
    let in_chicago = |text: &str| by("M/d/yyyy H:mm", text, "America/Chicago");
    assert_eq!(in_chicago("3/9/2025 2:30"), Err(TimeFault::Gap("America/Chicago".into())));
    assert_eq!(in_chicago("11/2/2025 1:30"), Err(TimeFault::Fold("America/Chicago".into())));
    assert_eq!(in_chicago("11/2/2025 0:59").as_deref(), Ok("2025-11-02T05:59:00Z"));
    assert_eq!(in_chicago("11/2/2025 2:00").as_deref(), Ok("2025-11-02T08:00:00Z"));
    let with_offset = by("M/d/yyyy H:mm zzz", "11/2/2025 1:30 -06:00", "America/Chicago");
    assert_eq!(with_offset.as_deref(), Ok("2025-11-02T07:30:00Z"));
}

#[test]
fn formats_that_cannot_be_read_say_why() {
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
        let why = TimeFormat::compile(format).map(|_| ()).expect_err(format);
        assert!(why.contains(word), "{format}: {why}");
    }
}

#[test]
fn zones_are_iana_names() {
    assert!(zone("America/Chicago").is_ok() && zone("UTC").is_ok());
    for name in ["Central Standard Time", "CST6CDT-ish", "Nowhere/City", "../etc/passwd", ""] {
        assert!(zone(name).is_err(), "{name}");
    }
}

proptest! {
    #[test]
    fn any_format_and_any_text_end_without_a_panic(format in "\\PC{0,20}|[dMyHhmsfFtzKTZ/:. %'\"\\\\-]{0,20}|(%[-_0:.]?[A-Za-z%]){0,5}", text in "\\PC{0,30}|[0-9/: .APM+Z-]{0,30}") {
        if let Ok(format) = TimeFormat::compile(&format) {
            let _ = read(&text, Some(&format), &TimeZone::UTC);
        }
        let _ = read(&text, None, &TimeZone::UTC);
    }

    #[test]
    fn a_moment_is_written_as_rfc_3339_has_it(second in -62_135_596_800_i64..253_402_207_200, nanosecond in prop_oneof![Just(0), 0..1_000_000_000_i32]) {
        let moment = jiff::Timestamp::new(second, 0).unwrap() + jiff::SignedDuration::from_nanos(nanosecond.into());
        prop_assert_eq!(written(moment), moment.to_string());
    }

    #[test]
    fn what_a_format_writes_it_reads_back(second in 0_i64..253_402_300_799) {
        let moment = jiff::Timestamp::from_second(second).unwrap();
        let written = moment.strftime("%-m/%-d/%Y %-I:%M:%S %p +00:00").to_string();
        let format = TimeFormat::compile("M/d/yyyy h:mm:ss tt zzz").unwrap();
        prop_assert_eq!(read(&written, Some(&format), &TimeZone::UTC).unwrap(), moment);
    }
}
