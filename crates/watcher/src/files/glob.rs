//! Which names of files a pattern matches. Pure.
//!
//! `*` is any text, `?` one character, `[a-z]` one of several, `[!a-z]` none of them, `{csv,txt}` one of several texts. Case
//! does not matter: shares of Windows machines write `.CSV` and `.csv` alike.

/// `{a,b}{c,d}` has four. Keeps a match fast.
const MAX_ALTERNATIVES: usize = 64;

/// Names that start or end like this are hidden, or not complete yet.
const HIDDEN_STARTS: [&str; 2] = [".", "~"];
const TEMPORARY_ENDS: [&str; 3] = ["~", ".part", ".tmp"];

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Glob {
    alternatives: Vec<Vec<Token>>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Token {
    AnyText,
    AnyCharacter,
    Literal(char),
    /// From and to, inclusive.
    Class {
        is_negated: bool,
        ranges: Vec<CharacterRange>,
    },
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct CharacterRange {
    from: char,
    to: char,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum NameMatch {
    Matched,
    Unmatched,
    /// A hidden or temporary file that the pattern does not name: as if it did not exist.
    Hidden,
}

impl Glob {
    /// The error says what is wrong with the pattern.
    pub(crate) fn parse(pattern: &str) -> Result<Self, String> {
        let texts = expand(pattern)?;
        let alternatives = texts.iter().map(|text| tokens(text)).collect::<Result<_, _>>()?;
        Ok(Self { alternatives })
    }

    pub(crate) fn check(&self, name: &str) -> NameMatch {
        let name = name.to_lowercase();
        let letters: Vec<char> = name.chars().collect();
        let matching: Vec<&Vec<Token>> = self.alternatives.iter().filter(|one| is_match(one, &letters)).collect();
        let is_named = |mark: &str, names: fn(&[Token], &str) -> bool| matching.iter().any(|one| names(one, mark));
        let mut starts = HIDDEN_STARTS.iter().filter(|mark| name.starts_with(**mark));
        let mut ends = TEMPORARY_ENDS.iter().filter(|mark| name.ends_with(**mark));
        let has_unnamed_mark =
            starts.any(|mark| !is_named(mark, starts_with)) || ends.any(|mark| !is_named(mark, ends_with));
        match (has_unnamed_mark, matching.is_empty()) {
            (true, _) => NameMatch::Hidden,
            (false, true) => NameMatch::Unmatched,
            (false, false) => NameMatch::Matched,
        }
    }
}

fn starts_with(tokens: &[Token], text: &str) -> bool {
    text.chars().enumerate().all(|(index, letter)| tokens.get(index) == Some(&Token::Literal(letter)))
}

fn ends_with(tokens: &[Token], text: &str) -> bool {
    let tokens = tokens.iter().rev();
    text.chars()
        .rev()
        .zip(tokens.map(Some).chain(std::iter::repeat(None)))
        .all(|(letter, token)| token.is_some_and(|token| *token == Token::Literal(letter)))
}

/// One text per alternative in braces.
fn expand(pattern: &str) -> Result<Vec<String>, String> {
    let mut texts = vec![String::new()];
    let mut rest = pattern;
    while let Some((before, after)) = rest.split_once('{') {
        let (choices, end) = after.split_once('}').ok_or("has a { without }")?;
        if choices.contains('{') {
            return Err("has { } inside { }".into());
        }
        let choices: Vec<&str> = choices.split(',').collect();
        if texts.len() * choices.len() > MAX_ALTERNATIVES {
            return Err(format!("has more than {MAX_ALTERNATIVES} alternatives"));
        }
        let with = |text: &String| choices.iter().map(|choice| format!("{text}{before}{choice}")).collect::<Vec<_>>();
        texts = texts.iter().flat_map(with).collect();
        rest = end;
    }
    if rest.contains('}') {
        return Err("has a } without {".into());
    }
    Ok(texts.into_iter().map(|text| text + rest).collect())
}

fn tokens(text: &str) -> Result<Vec<Token>, String> {
    let mut tokens = Vec::new();
    let lowercase = text.to_lowercase();
    let mut letters = lowercase.chars();
    while let Some(letter) = letters.next() {
        let token = match letter {
            '/' | '\\' => return Err("must not contain / or \\: subfolders are not read".into()),
            '*' if tokens.last() == Some(&Token::AnyText) => continue,
            '*' => Token::AnyText,
            '?' => Token::AnyCharacter,
            '[' => class(&mut letters)?,
            letter => Token::Literal(letter),
        };
        tokens.push(token);
    }
    Ok(tokens)
}

/// What follows `[`, up to `]`.
fn class(letters: &mut std::str::Chars<'_>) -> Result<Token, String> {
    let (text, after) = letters.as_str().split_once(']').ok_or("has a [ without ]")?;
    *letters = after.chars();
    let (is_negated, text) = text.strip_prefix(['!', '^']).map_or((false, text), |rest| (true, rest));
    let mut given = text.chars();
    let mut ranges = Vec::new();
    while let Some(from) = given.next() {
        let mut ahead = given.clone();
        let to = match (ahead.next(), ahead.next()) {
            (Some('-'), Some(to)) => {
                given = ahead;
                to
            }
            _ => from,
        };
        ranges.push(CharacterRange { from, to });
    }
    if ranges.is_empty() {
        return Err("has an empty [ ]".into());
    }
    Ok(Token::Class { is_negated, ranges })
}

/// Goes back to the last `*` only, so that the time is at most the product of the lengths.
fn is_match(tokens: &[Token], letters: &[char]) -> bool {
    let (mut token, mut letter) = (0, 0);
    let mut last_any: Option<(usize, usize)> = None;
    while letter < letters.len() {
        match tokens.get(token) {
            Some(Token::AnyText) => {
                last_any = Some((token, letter));
                token += 1;
            }
            Some(one) if is_one(one, letters[letter]) => (token, letter) = (token + 1, letter + 1),
            _ => {
                let Some((any, from)) = last_any else { return false };
                (token, letter) = (any + 1, from + 1);
                last_any = Some((any, from + 1));
            }
        }
    }
    tokens[token..].iter().all(|rest| *rest == Token::AnyText)
}

fn is_one(token: &Token, letter: char) -> bool {
    match token {
        Token::AnyText => false,
        Token::AnyCharacter => true,
        Token::Literal(literal) => *literal == letter,
        Token::Class { is_negated, ranges } => {
            ranges.iter().any(|range| (range.from..=range.to).contains(&letter)) != *is_negated
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use NameMatch::{Hidden, Matched, Unmatched};
    use proptest::prelude::*;

    #[test]
    fn patterns_match_whole_names_in_any_case() {
        for (pattern, name, expected) in [
            ("*", "strikes.csv", Matched),
            ("*", "", Matched),
            ("*.csv", "STRIKES.CSV", Matched),
            ("*.csv", "strikes.csv.txt", Unmatched),
            ("*.csv", "csv", Unmatched),
            ("strikes-*-*.csv", "strikes-a-b-c.csv", Matched),
            ("strikes-????.csv", "strikes-2026.csv", Matched),
            ("strikes-????.csv", "strikes-26.csv", Unmatched),
            ("[a-c]*.txt", "b1.txt", Matched),
            ("[!a-c]*.txt", "b1.txt", Unmatched),
            ("[!a-c]*.txt", "d1.txt", Matched),
            ("[-a]x", "-x", Matched),
            ("*.{csv,txt}", "a.txt", Matched),
            ("*.{csv,txt}", "a.xml", Unmatched),
            ("{a,b}{1,2}", "b2", Matched),
            ("größe*", "GRÖSSE.csv", Unmatched),
            ("Größe*", "GRÖßE ⚡.csv", Matched),
            ("a*b*c", "aXbXbXc", Matched),
            ("**", "anything", Matched),
        ] {
            assert_eq!(Glob::parse(pattern).unwrap().check(name), expected, "{pattern} {name}");
        }
    }

    #[test]
    fn hidden_and_temporary_files_must_be_named() {
        for (pattern, name, expected) in [
            ("*", ".hidden", Hidden),
            ("*", "strikes.csv~", Hidden),
            ("*", "~$strikes.xlsx", Hidden),
            ("*", "strikes.csv.part", Hidden),
            ("*", "strikes.TMP", Hidden),
            ("*.csv", ".strikes.csv", Hidden),
            (".*", ".hidden", Matched),
            (".*", ".hidden.tmp", Hidden),
            (".*.tmp", ".hidden.tmp", Matched),
            ("*.tmp", "strikes.tmp", Matched),
            ("*.{csv,tmp}", "strikes.tmp", Matched),
            ("*.{csv,tmp}", "strikes.part", Hidden),
            ("*~", "strikes~", Matched),
            ("*tmp", "strikes.tmp", Hidden),
        ] {
            assert_eq!(Glob::parse(pattern).unwrap().check(name), expected, "{pattern} {name}");
        }
    }

    #[test]
    fn a_wrong_pattern_says_what_is_wrong() {
        let many = "{a,b}".repeat(7);
        for (pattern, expected) in [
            ("*.{csv", "has a { without }"),
            ("*.csv}", "has a } without {"),
            ("{a,{b,c}}", "has { } inside { }"),
            ("[]*", "has an empty [ ]"),
            ("[a-z", "has a [ without ]"),
            ("in/*.csv", "must not contain / or \\"),
            (many.as_str(), "has more than 64 alternatives"),
        ] {
            let error = Glob::parse(pattern).unwrap_err();
            assert!(error.starts_with(expected), "{pattern}: {error}");
        }
    }

    proptest! {
        #[test]
        fn every_name_matches_itself_and_star(name in "[a-z0-9 ._-]{0,20}", tail in "[a-z]{0,5}") {
            let own = Glob::parse(&name).unwrap();
            prop_assert_eq!(own.check(&name), Matched);
            prop_assert_ne!(Glob::parse("*").unwrap().check(&format!("{name}{tail}")), Unmatched);
        }
    }
}
