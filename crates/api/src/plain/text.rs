//! One facility in less than 300 bytes: one packet, whatever the line.

use super::words::Words;
use super::{Scene, Standing, clock};
use stormwire_city::facilities::Facility;
use stormwire_geo::{Proximity, Sighted};
use stormwire_lightning::timestamp;

/// A longer name is cut: everything else matters more.
const NAME_BYTES: usize = 60;

pub(super) fn facility(scene: &Scene<'_>, facility: &Facility, proximity: Option<&Proximity>) -> String {
    let words = scene.words;
    let standing = Standing::of(proximity, scene.healthy());
    let [word, advice] = words.of(standing);
    let mut lines = vec![format!("{word}: {}", short(&facility.name)), advice.to_owned()];
    lines.extend(doubt(scene, proximity.is_some(), standing).map(str::to_owned));
    if let Some(known) = proximity {
        let seen = [(words.last, known.last_strike), (words.closest, known.closest)];
        let parts: Vec<String> =
            seen.into_iter().filter_map(|(name, seen)| Some(format!("{name} {}", strike(scene, &seen?)))).collect();
        lines.extend((!parts.is_empty()).then(|| parts.join(". ")));
        lines.extend(end(scene, known));
    }
    lines.push(format!("{} {}. {}", words.as_of, clock(scene, scene.picture.as_of(), "%H:%M:%S %Z"), words.reload));
    lines.push(words.safety.to_owned());
    lines.join("\n") + "\n"
}

/// Why it is not known, or may be worse than shown.
pub(super) fn doubt(scene: &Scene<'_>, is_placed: bool, standing: Standing) -> Option<&'static str> {
    let words = scene.words;
    match (is_placed, scene.healthy(), standing) {
        (false, _, _) => Some(words.no_anchor),
        (true, Some(true), _) => None,
        (true, Some(false), Standing::Unknown) => Some(words.feed_down),
        (true, None, Standing::Unknown) => Some(words.feed_unknown),
        (true, _, _) => Some(words.caution),
    }
}

/// “2.3 mi 14:01”
pub(super) fn strike(scene: &Scene<'_>, seen: &Sighted) -> String {
    let at = clock(scene, timestamp(seen.strike.at), "%H:%M");
    format!("{} {at}", distance(scene.words, seen.distance.miles().rounded()))
}

fn distance(words: &Words, miles: f64) -> String {
    if miles < 0.05 {
        return format!("{} 0.1 {}", words.under, words.miles);
    }
    format!("{miles:.1} {}", words.miles)
}

/// When the all clear can come at the earliest.
pub(super) fn end(scene: &Scene<'_>, known: &Proximity) -> Option<String> {
    known.clear_at.map(|at| format!("{} {}", scene.words.not_before, clock(scene, timestamp(at), "%H:%M:%S")))
}

fn short(name: &str) -> String {
    if name.len() <= NAME_BYTES {
        return name.to_owned();
    }
    let end = name.char_indices().map(|(at, _)| at).take_while(|at| *at <= NAME_BYTES - 3).last().unwrap_or(0);
    format!("{}…", &name[..end])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_name_is_cut_between_characters() {
        assert_eq!(short("Pool"), "Pool");
        for name in ["x".repeat(200), "é".repeat(200), "⚡".repeat(200)] {
            let cut = short(&name);
            assert!(cut.len() <= NAME_BYTES && cut.ends_with('…'), "{cut}");
        }
    }
}
