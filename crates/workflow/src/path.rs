//! A JSONPath (RFC 9535) that ends in time whatever it is asked of: short, not deeply nested, and searching everywhere at
//! most twice and never for each item of a list.

use serde_json_path::JsonPath;

/// The longest path, in bytes.
const LENGTH: usize = 1_000;
/// How deep brackets and parentheses stand in each other. Each level of parentheses doubles the work of reading it.
const DEPTH: usize = 8;
/// How many `..` a path has.
const DESCENTS: usize = 2;

/// Reads a path, or says what is wrong with it.
pub(super) fn read(path: &str) -> Result<JsonPath, String> {
    if !path.starts_with('$') {
        return Err("it does not begin with `$`".into());
    }
    bounded(path)?;
    JsonPath::parse(path).map_err(|error| error.to_string())
}

/// Looks at the marks outside of quoted names and texts.
fn bounded(path: &str) -> Result<(), String> {
    if path.len() > LENGTH {
        return Err(format!("it has more than {LENGTH} bytes"));
    }
    let mut marks = Marks::default();
    let mut quote = None;
    let mut characters = path.chars().peekable();
    while let Some(mark) = characters.next() {
        match quote {
            Some(_) if mark == '\\' => drop(characters.next()),
            Some(open) if mark == open => quote = None,
            Some(_) => {}
            None if matches!(mark, '\'' | '"') => quote = Some(mark),
            None => marks.see(mark, characters.peek().copied())?,
        }
    }
    Ok(())
}

/// What has been seen so far.
#[derive(Default)]
struct Marks {
    depth: usize,
    descents: usize,
    /// How deep the outermost filter stands.
    filter: Option<usize>,
    /// Whether a filter looks at the whole context.
    is_absolute: bool,
}

impl Marks {
    fn see(&mut self, mark: char, next: Option<char>) -> Result<(), String> {
        match (mark, next) {
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
        let is_everywhere = (mark, next) == ('.', Some('.')) || (mark == '*' && self.is_absolute);
        if self.depth > DEPTH {
            Err(format!("its brackets are nested more than {DEPTH} deep"))
        } else if self.descents > DESCENTS {
            Err(format!("it searches everywhere (`..`) more than {DESCENTS} times"))
        } else if is_everywhere && self.filter.is_some() {
            Err("a filter would search everywhere for each item".into())
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
    fn paths_as_people_write_them_are_read() {
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
            assert!(read(path).is_ok(), "{path}: {:?}", read(path));
        }
    }

    #[test]
    fn paths_that_would_not_end_are_refused() {
        let long = format!("$.{}", "a".repeat(LENGTH));
        let nested = format!("$[?{}@.a{}]", "(".repeat(DEPTH), ")".repeat(DEPTH));
        for (path, why) in [
            (long.as_str(), "it has more than 1000 bytes"),
            (nested.as_str(), "its brackets are nested more than 8 deep"),
            ("$..a..b..c", "it searches everywhere (`..`) more than 2 times"),
            ("$.Items[?$..a]", "a filter would search everywhere for each item"),
            ("$.Items[?@..a]", "a filter would search everywhere for each item"),
            ("$.Items[?count($.Items[*]) > 1]", "a filter would search everywhere for each item"),
            ("Message.From", "it does not begin with `$`"),
        ] {
            let said = read(path).err().unwrap_or_default();
            assert!(said.contains(why), "{path}: {said}");
        }
    }

    #[test]
    fn the_deepest_path_that_is_allowed_is_read() {
        let depth = DEPTH - 1;
        let deepest = format!("$[?{}@.a == 1{}]", "(".repeat(depth), ")".repeat(depth));
        assert!(read(&deepest).is_ok());
        let filters = format!("$[?{}@.a{}]", "@[?".repeat(depth), "]".repeat(depth));
        assert!(read(&filters).is_ok());
    }

    proptest! {
        #[test]
        fn whatever_is_written_ends(path in r#"\$([.\[\]()?@$*:,'"a1!<=&| -]|\.\.|\[\?|count\(|@\.a){0,60}"#) {
            if let Ok(path) = read(&path) {
                let _ = path.query(&json!({"a": [{"a": 1}, {"a": [2, {"a": "x"}]}], "1": null})).all();
            }
        }
    }
}
