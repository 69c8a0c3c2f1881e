//! What can be wrong with the text of one strike.

use crate::results::STRIKE_FIELDS;
use crate::rng::Rng;
use crate::text_piece::{StrikeText, ValueText};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Defect {
    MissingValue,
    MissingLine,
    ExtraLine,
    SwappedLines,
    SwappedValues,
    UnusualSpaces,
    WrappedLine,
    Truncated,
    DoubledSeparator,
    TextBetween,
    DashedNumber,
    DamagedLabel,
    NoBlankLine,
    JoinedLines,
    OtherSeparators,
}

pub(crate) const DEFECTS: [Defect; 15] = [
    Defect::MissingValue,
    Defect::MissingLine,
    Defect::ExtraLine,
    Defect::SwappedLines,
    Defect::SwappedValues,
    Defect::UnusualSpaces,
    Defect::WrappedLine,
    Defect::Truncated,
    Defect::DoubledSeparator,
    Defect::TextBetween,
    Defect::DashedNumber,
    Defect::DamagedLabel,
    Defect::NoBlankLine,
    Defect::JoinedLines,
    Defect::OtherSeparators,
];

const EXTRA_LINES: [&str; 5] =
    ["\n", "Sensor count: 7\n", "Note: reviewed by a forecaster, see below\n", "----\n", "Ref 2025/0521\n"];
const SENTENCES: [&str; 5] = [
    "The storm moves east at 25 mph.\n",
    "This list was checked by a person, and sent again.\n",
    "Page 2 of 3\n\n",
    "\nNext update in 10 minutes: watch the sky.\n\n",
    "Center of the storm: 34.80, -86.90\n",
];

/// The strike with a defect, as it appears in the mail.
pub(crate) fn damaged(strike: &StrikeText, defect: Defect, rng: &mut Rng) -> StrikeText {
    let mut result = strike.clone();
    match defect {
        Defect::MissingValue => result.text.replace_range(pick_value(strike, rng).range.clone(), ""),
        Defect::MissingLine => result.text = without_line_of_a_value(strike, rng),
        Defect::ExtraLine => {
            let mut lines = lines(strike);
            lines.insert(rng.below(lines.len() + 1), rng.pick(&EXTRA_LINES));
            result.text = lines.concat();
        }
        Defect::SwappedLines => result.text = with_swapped_lines(strike, rng),
        Defect::SwappedValues => result.text = with_swapped_values(strike, rng),
        Defect::UnusualSpaces => result.text = with_unusual_spaces(strike, rng),
        Defect::WrappedLine => {
            let spaces: Vec<usize> = strike.text.match_indices(' ').map(|(offset, _)| offset).collect();
            if !spaces.is_empty() {
                let space = rng.pick(&spaces);
                result.text.replace_range(space..=space, "\n");
            }
        }
        Defect::Truncated => result.text = truncated(strike, rng),
        Defect::DoubledSeparator => double_separator(&mut result, rng),
        Defect::TextBetween => result.separator.push_str(rng.pick(&SENTENCES)),
        Defect::DashedNumber => result.text = with_first_run(strike, |letter| letter.is_ascii_digit(), "--"),
        Defect::DamagedLabel => {
            let damage = rng.pick(&["", "Xq", "?", "�"]);
            result.text = with_first_run(strike, char::is_alphabetic, damage);
        }
        Defect::NoBlankLine => result.separator.clear(),
        Defect::JoinedLines => {
            result.separator.clear();
            result.text.truncate(strike.text.trim_end().len());
            result.text.push_str(rng.pick(&["", " "]));
        }
        Defect::OtherSeparators => result.text = strike.text.replace([',', ';', '|'], rng.pick(&["\t", " ", "/"])),
    }
    result
}

/// Replaces the first run of such letters, which usually is where the strike starts.
fn with_first_run(strike: &StrikeText, is_in_run: impl Fn(char) -> bool, replacement: &str) -> String {
    let Some(start) = strike.text.find(&is_in_run) else { return strike.text.clone() };
    let rest = &strike.text[start..];
    let end = rest.find(|letter| !is_in_run(letter)).unwrap_or(rest.len());
    format!("{}{replacement}{}", &strike.text[..start], &rest[end..])
}

fn lines(strike: &StrikeText) -> Vec<&str> {
    strike.text.split_inclusive('\n').collect()
}

fn pick_value<'a>(strike: &'a StrikeText, rng: &mut Rng) -> &'a ValueText {
    &strike.values[rng.below(strike.values.len())]
}

/// A strike on one line loses the value and the character after it, such as the comma.
fn without_line_of_a_value(strike: &StrikeText, rng: &mut Rng) -> String {
    let value = pick_value(strike, rng);
    let line_start = strike.text[..value.range.start].rfind('\n').map_or(0, |newline| newline + 1);
    let line_end = strike.text[value.range.end..].find('\n').map_or(strike.text.len(), |at| value.range.end + at + 1);
    let mut text = strike.text.clone();
    if text[line_start..line_end].trim().len() < text.trim().len() {
        text.replace_range(line_start..line_end, "");
    } else {
        let after = text[value.range.end..].chars().next().filter(|after| *after != '\n');
        text.replace_range(value.range.start..value.range.end + after.map_or(0, char::len_utf8), "");
    }
    text
}

fn with_swapped_lines(strike: &StrikeText, rng: &mut Rng) -> String {
    let mut lines = lines(strike);
    let (one, other) = (rng.below(lines.len()), rng.below(lines.len()));
    lines.swap(one, other);
    lines.concat()
}

/// Latitude and longitude are not swapped: where only the order distinguishes them, the result is a valid position elsewhere,
/// which the plausibility check of the feed reports.
fn with_swapped_values(strike: &StrikeText, rng: &mut Rng) -> String {
    let required = strike.values.iter().filter(|value| STRIKE_FIELDS.contains(&value.field.as_str()));
    let required: Vec<&ValueText> = required.collect();
    let (one, other) = (rng.pick(&required), rng.pick(&required));
    let is_degrees = |value: &ValueText| value.field == "Latitude" || value.field == "Longitude";
    if one.field == other.field || is_degrees(one) && is_degrees(other) {
        return strike.text.clone();
    }
    let (first, second) = if one.range.start < other.range.start { (one, other) } else { (other, one) };
    let part = |range: std::ops::Range<usize>| &strike.text[range];
    [
        part(0..first.range.start),
        part(second.range.clone()),
        part(first.range.end..second.range.start),
        part(first.range.clone()),
        part(second.range.end..strike.text.len()),
    ]
    .concat()
}

fn with_unusual_spaces(strike: &StrikeText, rng: &mut Rng) -> String {
    let mut text = String::new();
    for line in lines(strike) {
        let (line, end) = line.strip_suffix('\n').map_or((line, ""), |line| (line, "\n"));
        if rng.is_one_in(4) {
            text.push_str("  ");
        }
        for letter in line.chars() {
            match letter {
                ' ' if rng.is_one_in(4) => text.push_str(rng.pick(&["  ", "   ", "\t"])),
                _ => text.push(letter),
            }
        }
        text.push_str(rng.pick(&["", "", "  "]));
        text.push_str(end);
    }
    text
}

/// Keeps the end of the last line, so that the next strike still starts on its own line.
fn truncated(strike: &StrikeText, rng: &mut Rng) -> String {
    let offsets: Vec<usize> = strike.text.char_indices().map(|(offset, _)| offset).collect();
    let mut text = strike.text[..rng.pick(&offsets)].to_owned();
    if strike.text.ends_with('\n') && !text.ends_with('\n') {
        text.push('\n');
    }
    text
}

fn double_separator(strike: &mut StrikeText, rng: &mut Rng) {
    let delimiters: Vec<usize> = strike.text.match_indices([',', '|', '\t', ':', '>']).map(|(at, _)| at).collect();
    if delimiters.is_empty() || rng.is_one_in(2) {
        strike.separator = strike.separator.repeat(2) + "\n";
        return;
    }
    let delimiter = rng.pick(&delimiters);
    let letter = strike.text[delimiter..].chars().next().expect("a delimiter");
    strike.text.insert(delimiter, letter);
}
