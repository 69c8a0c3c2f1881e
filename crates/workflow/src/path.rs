//! JSONPath (RFC 9535) with bounded cost: short, not deeply nested, at most two `..`, and none inside a filter.

use serde_json_path::JsonPath;

const MAX_BYTES: usize = 1_000;
/// Nesting of brackets and parentheses. Each level of parentheses doubles the work of parsing.
const MAX_DEPTH: usize = 8;
/// How many `..` a path may contain.
const MAX_DESCENTS: usize = 2;

pub(super) fn parse(path: &str) -> Result<JsonPath, String> {
    if !path.starts_with('$') {
        return Err("does not start with `$`".into());
    }
    check_limits(path)?;
    JsonPath::parse(path).map_err(|error| error.to_string())
}

/// Scans the characters outside of quotes.
fn check_limits(path: &str) -> Result<(), String> {
    if path.len() > MAX_BYTES {
        return Err(format!("longer than {MAX_BYTES} bytes"));
    }
    let mut scanner = Scanner::default();
    let mut quote = None;
    let mut characters = path.chars().peekable();
    while let Some(character) = characters.next() {
        match quote {
            Some(_) if character == '\\' => drop(characters.next()),
            Some(open) if character == open => quote = None,
            Some(_) => {}
            None if matches!(character, '\'' | '"') => quote = Some(character),
            None => scanner.scan(character, characters.peek().copied())?,
        }
    }
    // The parser panics when a path ends within an escape.
    if quote.is_some() { Err("a quotation mark is not closed".into()) } else { Ok(()) }
}

#[derive(Default)]
struct Scanner {
    depth: usize,
    descents: usize,
    /// Depth of the outermost filter.
    filter: Option<usize>,
    /// Whether the filter uses a path from the root.
    is_absolute: bool,
}

impl Scanner {
    fn scan(&mut self, character: char, next: Option<char>) -> Result<(), String> {
        match (character, next) {
            ('[' | '(', _) => self.depth += 1,
            (']' | ')', _) => {
                self.depth = self.depth.saturating_sub(1);
                if self.filter.is_some_and(|depth| depth > self.depth) {
                    (self.filter, self.is_absolute) = (None, false);
                }
            }
            ('?', _) => self.filter = self.filter.or(Some(self.depth)),
            ('.', Some('.')) => self.descents += 1,
            ('$', _) => self.is_absolute = self.filter.is_some(),
            _ => {}
        }
        let searches_all = (character, next) == ('.', Some('.')) || (character == '*' && self.is_absolute);
        if self.depth > MAX_DEPTH {
            Err(format!("brackets are nested more than {MAX_DEPTH} levels deep"))
        } else if self.descents > MAX_DESCENTS {
            Err(format!("uses `..` more than {MAX_DESCENTS} times"))
        } else if searches_all && self.filter.is_some() {
            Err("a filter searches the whole context for each item".into())
        } else {
            Ok(())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use serde_json::json;

    #[test]
    fn usual_paths_are_accepted() {
        for path in [
            "$",
            "$.Message.From",
            "$['a..b']['[[[[[[[[[[']",
            r#"$["it's \" .. ((((((((("]"#,
            "$..Items..Lat",
            "$.Items[?@.Lat > 30 && (@.Type == 'ground' || !@.Known)].Lat",
            "$.Items[?@.Lat == $.Message.Lat]",
            "$.Items[?count(@.Tags[*]) > 1]",
            "$.Items[?match(@.Name, 'A.*B')][*].Lat",
            "$.A[?@.x].B[*]",
        ] {
            assert!(parse(path).is_ok(), "{path}: {:?}", parse(path));
        }
    }

    #[test]
    fn paths_without_bounded_cost_or_end_are_rejected() {
        let long = format!("$.{}", "a".repeat(MAX_BYTES));
        let nested = format!("$[?{}@.a{}]", "(".repeat(MAX_DEPTH), ")".repeat(MAX_DEPTH));
        for (path, reason) in [
            (long.as_str(), "longer than 1000 bytes"),
            (nested.as_str(), "brackets are nested more than 8 levels deep"),
            ("$..a..b..c", "uses `..` more than 2 times"),
            ("$.Items[?$..a]", "a filter searches the whole context for each item"),
            ("$.Items[?@..a]", "a filter searches the whole context for each item"),
            ("$.Items[?count($.Items[*]) > 1]", "a filter searches the whole context for each item"),
            ("Message.From", "does not start with `$`"),
            (r#"$["\u"#, "a quotation mark is not closed"),
            (r"$['\uD8", "a quotation mark is not closed"),
            (r#"$["\uD834\u"#, "a quotation mark is not closed"),
            (r"$.Items[?@.Name == 'a\'", "a quotation mark is not closed"),
        ] {
            let error = parse(path).err().unwrap_or_default();
            assert!(error.contains(reason), "{path}: {error}");
        }
    }

    #[test]
    fn the_deepest_allowed_path_is_accepted() {
        let depth = MAX_DEPTH - 1;
        let deepest = format!("$[?{}@.a == 1{}]", "(".repeat(depth), ")".repeat(depth));
        assert!(parse(&deepest).is_ok());
        let filters = format!("$[?{}@.a{}]", "@[?".repeat(depth), "]".repeat(depth));
        assert!(parse(&filters).is_ok());
    }

    proptest! {
        #[test]
        fn every_accepted_path_finishes(path in r#"\$([.\[\]()?@$*:,'"\\uDa1!<=&| -]|\.\.|\[\?|count\(|@\.a){0,60}"#) {
            if let Ok(path) = parse(&path) {
                let _ = path.query(&json!({"a": [{"a": 1}, {"a": [2, {"a": "x"}]}], "1": null})).all();
            }
        }
    }
}
