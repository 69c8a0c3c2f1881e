//! One facility in less than 300 bytes, so that it fits into one packet.

use super::formatter::PlainFormatter;
use stormwire_city::facilities::Facility;
use stormwire_geo::Proximity;

const MAX_BYTES: usize = 299;
/// Longer names are truncated; the other lines matter more.
const MAX_NAME_BYTES: usize = 60;

pub fn render(formatter: &PlainFormatter<'_>, facility: &Facility, proximity: Option<&Proximity>) -> String {
    let texts = formatter.texts();
    let status = formatter.status(proximity);
    let (name, advice) = formatter.status_and_advice(status);
    let mut lines = vec![advice.to_owned()];
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
    lines.push(formatter.rule(facility));
    lines.push(format!("{}. {}", formatter.as_of(), texts.labels.reload));
    lines.push(texts.safety.safety.clone());
    let rest = lines.join("\n") + "\n";
    let left = MAX_BYTES.saturating_sub(name.len() + ": \n".len() + rest.len());
    format!("{name}: {}\n{rest}", truncate_name(&facility.name, left.min(MAX_NAME_BYTES)))
}

fn truncate_name(name: &str, max_bytes: usize) -> String {
    if name.len() <= max_bytes {
        return name.to_owned();
    }
    let limit = max_bytes.saturating_sub("…".len());
    let end = name.char_indices().map(|(at, _)| at).take_while(|at| *at <= limit).last().unwrap_or(0);
    format!("{}…", &name[..end])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn truncates_long_names_between_characters() {
        assert_eq!(truncate_name("Pool", MAX_NAME_BYTES), "Pool");
        for name in ["x".repeat(200), "é".repeat(200), "⚡".repeat(200)] {
            for max_bytes in [20, 41, MAX_NAME_BYTES] {
                let short = truncate_name(&name, max_bytes);
                assert!(short.len() <= max_bytes && short.ends_with('…'), "{short}");
            }
        }
    }
}
