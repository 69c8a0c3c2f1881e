//! Formats whose literal text says UTC, such as `HH:mm 'UTC'` and `%H:%M:%SZ`.

/// True if UTC, GMT or Z is a word of the literal text.
pub(super) fn says_utc(format: &str) -> bool {
    let literal = if format.contains('%') { strftime_literal(format) } else { dotnet_literal(format) };
    let is_utc = |word: &str| word == "Z" || word.eq_ignore_ascii_case("utc") || word.eq_ignore_ascii_case("gmt");
    literal.split(|character: char| !character.is_alphanumeric()).any(is_utc)
}

/// The text in quotes or after a backslash, with spaces between.
fn dotnet_literal(format: &str) -> String {
    let mut literal = String::new();
    let mut rest = format.chars();
    while let Some(character) = rest.next() {
        match character {
            '\\' => literal.extend(rest.next()),
            '\'' | '"' => literal.extend(rest.by_ref().take_while(|next| *next != character)),
            _ => literal.push(' '),
        }
    }
    literal
}

/// The text without conversions such as `%Y`, `%-d` and `%3f`.
fn strftime_literal(format: &str) -> String {
    let mut literal = String::new();
    let mut rest = format.chars();
    while let Some(character) = rest.next() {
        if character == '%' {
            let _conversion = rest.by_ref().find(|next| !":_-^#.0123456789".contains(*next));
            literal.push(' ');
        } else {
            literal.push(character);
        }
    }
    literal
}

#[cfg(test)]
mod tests {
    use super::says_utc;

    #[test]
    fn finds_utc_in_the_literal_text_only() {
        for format in [
            "M/d/yyyy HH:mm 'UTC'",
            "yyyy-MM-dd'T'HH:mm:ss'Z'",
            r"yyyy-MM-dd HH:mm:ss\Z",
            "d MMM yyyy HH:mm \"(GMT)\"",
            "%Y-%m-%dT%H:%M:%SZ",
            "%d %b %Y %H:%M utc",
        ] {
            assert!(says_utc(format), "{format}");
        }
        for format in ["M/d/yyyy HH:mm", "yyyy-MM-dd'T'HH:mm:ss", "'Zeit' d.M.yyyy", "%Y-%m-%d %H:%M", "%Y-%m-%d %Z"] {
            assert!(!says_utc(format), "{format}");
        }
    }
}
