//! Text in HTML that the service renders itself.

pub fn escape_html(text: &str) -> String {
    let each = |c: char| match c {
        '&' => "&amp;".to_owned(),
        '<' => "&lt;".to_owned(),
        '>' => "&gt;".to_owned(),
        '"' => "&quot;".to_owned(),
        '\'' => "&#39;".to_owned(),
        other => other.to_string(),
    };
    text.chars().map(each).collect()
}

/// JSON for a `<script>` block: it cannot end the block, and is the same JSON.
pub fn escape_json(json: &str) -> String {
    // Outside of strings JSON has none of these.
    json.replace('<', "\\u003c").replace('\u{2028}', "\\u2028").replace('\u{2029}', "\\u2029")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escaped_json_ends_no_script_block_and_means_the_same() {
        for name in ["</script><script>alert(1)</script>", "<!--", "a\u{2028}b\u{2029}c", "\\u003c", "Café ⚡"] {
            let json = serde_json::json!({ "name": name }).to_string();
            let escaped = escape_json(&json);
            assert!(!escaped.contains(['<', '\u{2028}', '\u{2029}']), "{escaped}");
            let read: serde_json::Value = serde_json::from_str(&escaped).unwrap();
            assert_eq!(read["name"], name);
        }
    }

    #[test]
    fn escapes_markup_in_names() {
        assert_eq!(escape_html("<b>\"A\" & 'B'</b>"), "&lt;b&gt;&quot;A&quot; &amp; &#39;B&#39;&lt;/b&gt;");
        assert_eq!(escape_html("Café ⚡"), "Café ⚡");
    }
}
