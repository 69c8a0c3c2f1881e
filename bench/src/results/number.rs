//! Numbers as people read them: about three digits, thousands separated by commas.

/// Results: the number of decimals depends on the size only, so that equal sizes line up.
pub(super) fn number(value: f64) -> String {
    let decimals = match value.abs() {
        size if size >= 100.0 => 0,
        size if size >= 10.0 => 1,
        size if size >= 1.0 => 2,
        _ => 3,
    };
    with_commas(&format!("{value:.decimals$}"))
}

/// Aims and counts, which people chose: without zeros after the point.
pub(super) fn short(value: f64) -> String {
    let text = number(value);
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.').to_owned() } else { text }
}

fn with_commas(text: &str) -> String {
    let (whole, fraction) = text.split_at(text.find('.').unwrap_or(text.len()));
    let (sign, digits) = whole.split_at(whole.len() - whole.trim_start_matches('-').len());
    let mut grouped = String::from(sign);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index) % 3 == 0 {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped + fraction
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_have_about_three_digits() {
        let cases = [
            (0.0384, "0.038"),
            (0.97, "0.970"),
            (1.06, "1.06"),
            (46.83, "46.8"),
            (984.1, "984"),
            (1_000.0, "1,000"),
            (979_236.4, "979,236"),
            (1_234_567.0, "1,234,567"),
            (-1_234.4, "-1,234"),
        ];
        for (value, text) in cases {
            assert_eq!(number(value), text);
        }
    }

    #[test]
    fn aims_have_no_zeros_after_the_point() {
        for (value, text) in [(1.0, "1"), (1.3, "1.3"), (20.0, "20"), (200.0, "200"), (0.5, "0.5"), (0.0, "0")] {
            assert_eq!(short(value), text);
        }
    }
}
