//! Text from a message, made harmless and short enough for a place. Pure.
//!
//! Lengths are counted in UTF-16 units: never fewer than characters, and what the strictest of the platforms counts.

/// Without signs that nobody sees: line ends and tabs stay.
pub(super) fn clean(text: &str) -> String {
    let seen = |sign: &char| !sign.is_control() || matches!(sign, '\n' | '\t');
    text.replace("\r\n", "\n").replace('\r', "\n").chars().filter(seen).collect()
}

/// At most so many units, with a mark where something was cut off.
pub(super) fn cut(text: &str, limit: usize) -> String {
    fitted(text, limit, String::from)
}

/// For Slack's own markup: three signs have a meaning.
pub(super) fn slack(text: &str, limit: usize) -> String {
    fitted(text, limit, |sign| match sign {
        '&' => "&amp;".into(),
        '<' => "&lt;".into(),
        '>' => "&gt;".into(),
        other => other.into(),
    })
}

/// For Markdown: nothing is formatted, linked, mentioned or turned into a picture.
pub(super) fn markdown(text: &str, limit: usize) -> String {
    fitted(text, limit, |sign| match sign {
        // A name behind it would be called; a space of no width keeps it a word.
        '@' => "@\u{200b}".into(),
        '\\' | '`' | '*' | '_' | '~' | '|' | '>' | '<' | '#' | '[' | ']' | '(' | ')' | '{' | '}' | '&' | ':' | '$'
        | '-' | '+' | '!' | '=' => format!("\\{sign}"),
        other => other.into(),
    })
}

/// Escaped sign by sign; what does not fit any more is left out whole.
fn fitted(text: &str, limit: usize, escape: impl Fn(char) -> String) -> String {
    let length = |text: &str| text.encode_utf16().count();
    let (mut whole, mut short, mut units) = (String::new(), None, 0);
    for piece in text.chars().map(escape) {
        units += length(&piece);
        if units >= limit && short.is_none() {
            short = Some(whole.len());
        }
        whole.push_str(&piece);
    }
    if units > limit {
        whole.truncate(short.unwrap_or(whole.len()));
        whole.push('…');
    }
    whole
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn markup_and_mentions_become_text() {
        assert_eq!(slack("<!channel> & <http://x|y>", 100), "&lt;!channel&gt; &amp; &lt;http://x|y&gt;");
        assert_eq!(
            markdown("@everyone **hi** [x](http://y)", 100),
            "@\u{200b}everyone \\*\\*hi\\*\\* \\[x\\]\\(http\\://y\\)"
        );
        assert_eq!(markdown("# a\n- b\n> c", 100), "\\# a\n\\- b\n\\> c");
        assert_eq!(clean("a\u{0}b\u{1b}[31m\r\nc\td\u{7f}"), "ab[31m\nc\td");
    }

    #[test]
    fn what_is_too_long_is_cut_and_marked() {
        assert_eq!(cut("abc", 3), "abc");
        assert_eq!(cut("abcd", 3), "ab…");
        assert_eq!(markdown("a*b", 4), "a\\*b");
        assert_eq!(markdown("ab*c", 4), "ab…", "no escape is cut in half");
        assert_eq!(cut("😀😀", 3), "😀…");
    }

    proptest! {
        #[test]
        fn nothing_is_ever_longer_than_its_place(text in ".{0,80}", limit in 1_usize..60) {
            for short in [cut(&text, limit), slack(&text, limit), markdown(&text, limit)] {
                prop_assert!(short.encode_utf16().count() <= limit, "{short:?}");
            }
        }
    }
}
