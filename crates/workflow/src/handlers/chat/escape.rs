//! Escapes and shortens text of a message. Pure.
//!
//! Lengths are counted in UTF-16 units, as the strictest of the platforms does; there are never fewer of them than characters.

/// Removes control characters, except line ends and tabs.
pub(super) fn remove_control_characters(text: &str) -> String {
    let is_visible = |character: &char| !character.is_control() || matches!(character, '\n' | '\t');
    text.replace("\r\n", "\n").replace('\r', "\n").chars().filter(is_visible).collect()
}

/// Ends with `…` if something was cut off.
pub(super) fn truncate(text: &str, limit: usize) -> String {
    escape_and_cut(text, limit, String::from)
}

/// For Slack's own markup.
pub(super) fn slack(text: &str, limit: usize) -> String {
    escape_and_cut(text, limit, |character| match character {
        '&' => "&amp;".into(),
        '<' => "&lt;".into(),
        '>' => "&gt;".into(),
        other => other.into(),
    })
}

/// For Markdown: nothing is formatted, linked, mentioned or shown as an image.
pub(super) fn markdown(text: &str, limit: usize) -> String {
    escape_and_cut(text, limit, |character| match character {
        // The zero-width space prevents a mention.
        '@' => "@\u{200b}".into(),
        '\\' | '`' | '*' | '_' | '~' | '|' | '>' | '<' | '#' | '[' | ']' | '(' | ')' | '{' | '}' | '&' | ':' | '$'
        | '-' | '+' | '!' | '=' => format!("\\{character}"),
        other => other.into(),
    })
}

/// Escapes character by character; an escape sequence is never cut in half.
fn escape_and_cut(text: &str, limit: usize, escape: impl Fn(char) -> String) -> String {
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
        assert_eq!(remove_control_characters("a\u{0}b\u{1b}[31m\r\nc\td\u{7f}"), "ab[31m\nc\td");
    }

    #[test]
    fn long_text_is_cut_and_marked() {
        assert_eq!(truncate("abc", 3), "abc");
        assert_eq!(truncate("abcd", 3), "ab…");
        assert_eq!(markdown("a*b", 4), "a\\*b");
        assert_eq!(markdown("ab*c", 4), "ab…", "no escape is cut in half");
        assert_eq!(truncate("😀😀", 3), "😀…");
    }

    proptest! {
        #[test]
        fn no_text_exceeds_its_limit(text in ".{0,80}", limit in 1_usize..60) {
            for short in [truncate(&text, limit), slack(&text, limit), markdown(&text, limit)] {
                prop_assert!(short.encode_utf16().count() <= limit, "{short:?}");
            }
        }
    }
}
