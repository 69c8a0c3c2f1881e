//! Finds the parts of an HTML template that would insert values without escaping them. Values come from mails, which anybody
//! can send. Pure.

/// Where and why a template is rejected.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct UnescapedMarkup {
    /// From 1.
    pub(super) line: usize,
    pub(super) message: &'static str,
}

const SAFE: &str = "the filter \"safe\" is not allowed: it would insert text of a mail as HTML. Remove it.";
const AUTOESCAPE: &str =
    "{% autoescape %} is not allowed: it would insert text of a mail as HTML. Remove it; values are always escaped.";

/// The first of them. A `safe` that is hidden from this search fails when the template is rendered.
pub(super) fn find_unescaped(source: &str) -> Option<UnescapedMarkup> {
    let mut from = 0;
    while let Some(open) = source[from..].find('{').map(|at| from + at) {
        let close = match source.as_bytes().get(open + 1) {
            Some(b'{') => "}}",
            Some(b'%') => "%}",
            Some(b'#') => "#}",
            _ => {
                from = open + 1;
                continue;
            }
        };
        let inside = &source[open + 2..];
        let inside = &inside[..inside.find(close).unwrap_or(inside.len())];
        let found = match close {
            "#}" => None,
            "%}" if words(inside).next() == Some("autoescape") => Some(AUTOESCAPE),
            _ => applies_safe(inside).then_some(SAFE),
        };
        if let Some(message) = found {
            return Some(UnescapedMarkup { line: source[..open].matches('\n').count() + 1, message });
        }
        from = open + 2 + inside.len();
    }
    None
}

/// `… | safe`, and `filter safe` as a tag.
fn applies_safe(inside: &str) -> bool {
    let code = without_strings(inside);
    let piped = code.split('|').skip(1).any(|filter| words(filter).next() == Some("safe"));
    let mut tag = words(&code);
    piped || (tag.next() == Some("filter") && tag.next() == Some("safe"))
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|word| !word.is_empty())
}

/// Strings are replaced by spaces.
fn without_strings(code: &str) -> String {
    let (mut quote, mut is_escaped) = (None, false);
    let blank = |c: char| match quote {
        Some(_) if is_escaped => {
            is_escaped = false;
            ' '
        }
        Some(_) if c == '\\' => {
            is_escaped = true;
            ' '
        }
        Some(open) if c == open => {
            quote = None;
            ' '
        }
        Some(_) => ' ',
        None if matches!(c, '"' | '\'') => {
            quote = Some(c);
            ' '
        }
        None => c,
    };
    code.chars().map(blank).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_every_way_around_escaping() {
        for (source, line) in [
            ("{{ Message.Subject | safe }}", Some(1)),
            ("a\n{{ $.Message.Subject|upper|safe|lower }}", Some(2)),
            ("{% if x %}\n{{- x\n| safe -}}{% endif %}", Some(2)),
            ("{% set x = Message.Subject | safe %}", Some(1)),
            ("{% filter safe %}{{ x }}{% endfilter %}", Some(1)),
            ("{% filter upper | safe %}{{ x }}{% endfilter %}", Some(1)),
            ("a\n\n{%- autoescape false -%}{{ x }}{% endautoescape %}", Some(3)),
            ("{%autoescape 'none'%}{{ x }}{% endautoescape %}", Some(1)),
            ("{{ x | default('it is | safe') }}", None),
            ("{{ x | default(\"\\\"| safe\") }}", None),
            ("{{ safe }} {{ Message.safe | upper }} {{ x | safely }}", None),
            ("Stay inside | safe room { {% if a %}b{% endif %}", None),
            ("{# {{ x | safe }} #}{{ x }}", None),
            ("{{ x", None),
            ("ü{", None),
        ] {
            assert_eq!(find_unescaped(source).map(|found| found.line), line, "{source}");
        }
    }
}
