//! Errors of the YAML reader in the words of people who write YAML. Pure.

const WHOLE_NUMBERS: [&str; 10] = ["i8", "i16", "i32", "i64", "isize", "u8", "u16", "u32", "u64", "usize"];

/// What was found, as the reader calls it and as people do.
const FOUND: [(&str, &str); 3] = [
    ("invalid type: unit value", "the value is missing"),
    ("invalid type: sequence", "invalid type: list"),
    ("invalid type: map", "invalid type: block of settings"),
];

/// Replaces the names of types. The path and the line stay.
pub(crate) fn in_plain_words(message: &str) -> String {
    let Some((found, expected)) = message.rsplit_once(", expected ") else { return message.to_owned() };
    let (expected, position) = match expected.split_once(" at line ") {
        Some((expected, position)) => (expected, format!(" at line {position}")),
        None => (expected, String::new()),
    };
    let is_out_of_range = found.contains("invalid value: integer");
    format!("{}, expected {}{position}", plain_found(found), plain_expected(expected, is_out_of_range))
}

fn plain_found(found: &str) -> String {
    let plain = |(text, plain): (&str, &str)| found.strip_suffix(text).map(|path| format!("{path}{plain}"));
    let replaced = FOUND.into_iter().find_map(plain);
    replaced.unwrap_or_else(|| found.replacen("unknown variant", "unknown value", 1))
}

fn plain_expected(expected: &str, is_out_of_range: bool) -> &str {
    match expected {
        "f32" | "f64" => "a number",
        number if WHOLE_NUMBERS.contains(&number) && is_out_of_range => "a whole number in the allowed range",
        number if WHOLE_NUMBERS.contains(&number) => "a whole number",
        "a string" => "a text",
        "a boolean" => "true or false",
        "a sequence" => "a list",
        name if name == "variant identifier" || name.starts_with("enum ") => "one of the known values",
        name if name == "a map" || name.starts_with("struct ") => "a block of settings",
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_types_are_replaced() {
        for (message, expected) in [
            (
                "policies[0].radiusMiles: invalid type: string \"8 mi\", expected f64 at line 3 column 17",
                "policies[0].radiusMiles: invalid type: string \"8 mi\", expected a number at line 3 column 17",
            ),
            (
                "invalid type: string \"x\", expected struct Document",
                "invalid type: string \"x\", expected a block of settings",
            ),
            (
                "policies[0].radiusMiles: invalid type: unit value, expected f64 at line 3 column 5",
                "policies[0].radiusMiles: the value is missing, expected a number at line 3 column 5",
            ),
            (
                "watchers: invalid type: map, expected a sequence at line 2 column 1",
                "watchers: invalid type: block of settings, expected a list at line 2 column 1",
            ),
            ("invalid type: string \"many\", expected i32", "invalid type: string \"many\", expected a whole number"),
            (
                "invalid value: integer `99999999999`, expected i32",
                "invalid value: integer `99999999999`, expected a whole number in the allowed range",
            ),
            ("unknown variant `Fax`, expected `Cap` or `Mqtt`", "unknown value `Fax`, expected `Cap` or `Mqtt`"),
            ("missing field `name` at line 2", "missing field `name` at line 2"),
        ] {
            assert_eq!(in_plain_words(message), expected);
        }
    }
}
