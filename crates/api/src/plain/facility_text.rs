//! One facility in less than 300 bytes, so that it fits into one packet.

use super::formatter::PlainFormatter;
use stormwire_city::facilities::Facility;
use stormwire_geo::Proximity;

/// Longer names are truncated; the other lines matter more.
const MAX_NAME_BYTES: usize = 60;

pub(super) fn render(formatter: &PlainFormatter<'_>, facility: &Facility, proximity: Option<&Proximity>) -> String {
    let texts = formatter.texts();
    let status = formatter.status(proximity);
    let (name, advice) = formatter.status_and_advice(status);
    let mut lines = vec![format!("{name}: {}", truncate_name(&facility.name)), advice.to_owned()];
    lines.extend(formatter.warning(proximity.is_some(), status).map(str::to_owned));
    if let Some(known) = proximity {
        let strikes = [(texts.labels.last, known.last_strike), (texts.labels.closest, known.closest)];
        let parts: Vec<String> = strikes
            .into_iter()
            .filter_map(|(label, strike)| Some(format!("{label} {}", formatter.format_strike(&strike?))))
            .collect();
        lines.extend((!parts.is_empty()).then(|| parts.join(". ")));
        lines.extend(formatter.all_clear(known));
    }
    lines.push(format!("{}. {}", formatter.as_of(), texts.labels.reload));
    lines.push(texts.safety.safety.clone());
    lines.join("\n") + "\n"
}

fn truncate_name(name: &str) -> String {
    if name.len() <= MAX_NAME_BYTES {
        return name.to_owned();
    }
    let end = name.char_indices().map(|(at, _)| at).take_while(|at| *at <= MAX_NAME_BYTES - 3).last().unwrap_or(0);
    format!("{}…", &name[..end])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn truncates_long_names_between_characters() {
        assert_eq!(truncate_name("Pool"), "Pool");
        for name in ["x".repeat(200), "é".repeat(200), "⚡".repeat(200)] {
            let short = truncate_name(&name);
            assert!(short.len() <= MAX_NAME_BYTES && short.ends_with('…'), "{short}");
        }
    }
}
