//! One facility in less than 300 bytes: one packet, whatever the line.

use super::display::Display;
use stormwire_city::facilities::Facility;
use stormwire_geo::Proximity;

/// Longer names are cut; everything else matters more.
const MAX_NAME_BYTES: usize = 60;

pub(super) fn render(display: &Display<'_>, facility: &Facility, proximity: Option<&Proximity>) -> String {
    let texts = display.texts();
    let status = display.status(proximity);
    let (name, advice) = display.status_and_advice(status);
    let mut lines = vec![format!("{name}: {}", shortened(&facility.name)), advice.to_owned()];
    lines.extend(display.warning(proximity.is_some(), status).map(str::to_owned));
    if let Some(known) = proximity {
        let strikes = [(texts.labels.last, known.last_strike), (texts.labels.closest, known.closest)];
        let parts: Vec<String> = strikes
            .into_iter()
            .filter_map(|(label, strike)| Some(format!("{label} {}", display.strike(&strike?))))
            .collect();
        lines.extend((!parts.is_empty()).then(|| parts.join(". ")));
        lines.extend(display.all_clear(known));
    }
    lines.push(format!("{}. {}", display.as_of(), texts.labels.reload));
    lines.push(texts.safety.safety.clone());
    lines.join("\n") + "\n"
}

fn shortened(name: &str) -> String {
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
    fn a_long_name_is_cut_between_characters() {
        assert_eq!(shortened("Pool"), "Pool");
        for name in ["x".repeat(200), "é".repeat(200), "⚡".repeat(200)] {
            let cut = shortened(&name);
            assert!(cut.len() <= MAX_NAME_BYTES && cut.ends_with('…'), "{cut}");
        }
    }
}
