//! Checks the worked example in `docs/guide/reference/status-rules.md`: the tables on that page are the test data.

use super::evaluate::{Site, StrikeHistory, evaluate};
use super::parameters::{ThreatParameter, ThreatParameters};
use super::policy::Policy;
use super::proximity::Strike;
use crate::position::LonLat;
use crate::units::{DurationMicros, UnixMicros};

const PAGE: &str = include_str!("../../../../docs/guide/reference/status-rules.md");
/// 12:00 UTC on the day of the example.
const NOON: UnixMicros = UnixMicros(1_777_636_800_000_000);

/// The cells of the table whose header row starts with `header`.
fn table(header: &str) -> Vec<Vec<&'static str>> {
    let rows =
        PAGE.lines().skip_while(|line| !line.starts_with(header)).skip(2).take_while(|line| line.starts_with('|'));
    rows.map(|row| row.trim_matches('|').split('|').map(str::trim).collect()).collect()
}

fn parse_time(text: &str) -> UnixMicros {
    let (hour, minute) = text.split_once(':').unwrap();
    let since_noon = 60 * (hour.parse::<i64>().unwrap() - 12) + minute.parse::<i64>().unwrap();
    NOON.after(DurationMicros(since_noon * 60_000_000))
}

fn format_time(at: UnixMicros) -> String {
    let minutes = 12 * 60 + at.since(NOON).0 / 60_000_000;
    format!("{:02}:{:02}", minutes / 60, minutes % 60)
}

fn parse_position(lat: &str, lng: &str) -> LonLat {
    LonLat::new(lng.parse().unwrap(), lat.parse().unwrap()).unwrap()
}

#[test]
fn worked_example_matches_the_docs_minute_by_minute() {
    let strikes: Vec<Strike> = (1..)
        .zip(table("| strike at |"))
        .map(|(id, row)| Strike { id, at: parse_time(row[0]), position: parse_position(row[1], row[2]), tag: 0 })
        .collect();
    let facility = &table("| facility |")[0];
    let number = |name: &str| {
        let row = table("| parameter |").into_iter().find(|row| row[0] == name).unwrap();
        row[1].parse().unwrap()
    };
    let parameters = [
        (ThreatParameter::Radius, "`radiusMiles`"),
        (ThreatParameter::Danger, "`dangerMinutes`"),
        (ThreatParameter::AllClear, "`allClearMinutes`"),
        (ThreatParameter::History, "`historyHours`"),
    ];
    let parameters = parameters
        .into_iter()
        .fold(ThreatParameters::default(), |all, (parameter, name)| all.with_value(parameter, number(name)).unwrap());
    let (policies, site) =
        ([Policy::from(parameters)], Site { position: parse_position(facility[1], facility[2]), policy: 0 });
    let rows = table("| asOf |");
    assert!(rows.len() > 40, "the table was not found");
    for row in rows {
        let as_of = parse_time(row[0]);
        let proximity =
            evaluate(StrikeHistory { strikes: &strikes, before: None }, &policies, &[site], as_of).remove(0);
        let or_dash = |text: Option<String>| text.unwrap_or("–".into());
        let actual = [
            row[0].to_owned(),
            format!("{:?}", proximity.status),
            proximity.count_in_window.to_string(),
            or_dash(proximity.all_clear_in.map(|left| format!("{:.1}", left.rounded_minutes()))),
            or_dash(proximity.clear_at.map(format_time)),
            or_dash(proximity.last_strike.map(|last| {
                let age = as_of.since(last.strike.at).rounded_minutes();
                format!("{:.3} mi, {age:.1} min", last.distance.miles().rounded())
            })),
            or_dash(proximity.closest.map(|closest| format!("{:.3} mi", closest.distance.miles().rounded()))),
        ];
        assert_eq!(row, actual, "{}", actual.join(" | "));
    }
}
