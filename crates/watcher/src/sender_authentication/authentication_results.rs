//! Reads the header `Authentication-Results` (RFC 8601), also as Microsoft 365 writes it: without the name of the server and
//! with properties that have no type, such as `action=none`.
//!
//! The header may repeat text that the sender chose. Everything in comments and quoted strings is data and never a result, and
//! a header that is not well-formed has no results at all.

/// In bytes. A longer header is not read.
const MAX_LENGTH: usize = 32 * 1024;
/// Comments may be nested this deep.
const MAX_DEPTH: usize = 16;

/// The result of one authentication method, such as `dkim=pass header.d=vendor.example`. All names are in lower case.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct MethodResult {
    pub(super) method: String,
    pub(super) result: String,
    properties: Vec<(String, String)>,
}

impl MethodResult {
    pub(super) fn property(&self, name: &str) -> Option<&str> {
        self.properties.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Token {
    Word(String),
    /// Of a quoted string.
    Quoted(String),
    Equals,
    Semicolon,
}

/// `None` if the header is not well-formed.
pub(super) fn parse(header: &str) -> Option<Vec<MethodResult>> {
    let tokens = tokenize(header)?;
    let mut segments = tokens.split(|token| *token == Token::Semicolon).enumerate();
    segments.try_fold(Vec::new(), |mut results, (index, segment)| {
        let is_server_name = index == 0 && !segment.contains(&Token::Equals);
        let is_none = matches!(segment, [] | [Token::Word(_)]);
        if !is_server_name && !is_none {
            results.push(method_result(segment)?);
        }
        Some(results)
    })
}

/// `method=result` and properties `type.name=value`. A property may be given once.
fn method_result(segment: &[Token]) -> Option<MethodResult> {
    let mut pairs = segment.chunks(3).map(|chunk| match chunk {
        [Token::Word(name), Token::Equals, Token::Word(value) | Token::Quoted(value)] => {
            Some((name.to_ascii_lowercase(), value.clone()))
        }
        // A message without an envelope sender has `smtp.mailfrom=`.
        [Token::Word(name), Token::Equals] => Some((name.to_ascii_lowercase(), String::new())),
        _ => None,
    });
    let (method, result) = pairs.next()??;
    // A version may follow the method: `dkim/1`.
    let method = method.split('/').next().unwrap_or_default().to_owned();
    let properties: Vec<(String, String)> = pairs.collect::<Option<_>>()?;
    let is_repeated = |index: usize| properties[..index].iter().any(|(name, _)| *name == properties[index].0);
    if (0..properties.len()).any(is_repeated) {
        return None;
    }
    Some(MethodResult { method, result: result.to_ascii_lowercase(), properties })
}

fn tokenize(header: &str) -> Option<Vec<Token>> {
    if header.len() > MAX_LENGTH {
        return None;
    }
    let (mut tokens, mut rest) = (Vec::new(), header);
    while let Some(first) = rest.chars().next() {
        let after = &rest[first.len_utf8()..];
        rest = match first {
            ' ' | '\t' | '\r' | '\n' => after,
            ';' => {
                tokens.push(Token::Semicolon);
                after
            }
            '=' => {
                tokens.push(Token::Equals);
                after
            }
            '(' => skip_comment(after)?,
            '"' => {
                let (text, after) = quoted(after)?;
                tokens.push(Token::Quoted(text));
                after
            }
            ')' => return None,
            first if first.is_control() => return None,
            _ => {
                let end = rest.find(is_delimiter).unwrap_or(rest.len());
                tokens.push(Token::Word(rest[..end].to_owned()));
                &rest[end..]
            }
        };
    }
    Some(tokens)
}

fn is_delimiter(character: char) -> bool {
    matches!(character, ' ' | '\t' | '\r' | '\n' | ';' | '=' | '(' | ')' | '"') || character.is_control()
}

/// The text after the comment that has just been opened; `None` if it does not end.
fn skip_comment(text: &str) -> Option<&str> {
    let (mut depth, mut characters) = (1, text.char_indices());
    while let Some((at, character)) = characters.next() {
        match character {
            '\\' => {
                characters.next()?;
            }
            '(' if depth == MAX_DEPTH => return None,
            '(' => depth += 1,
            ')' if depth == 1 => return Some(&text[at + 1..]),
            ')' => depth -= 1,
            _ => {}
        }
    }
    None
}

/// The quoted string that has just been opened, and the text after it; `None` if it does not end.
fn quoted(text: &str) -> Option<(String, &str)> {
    let (mut value, mut characters) = (String::new(), text.char_indices());
    while let Some((at, character)) = characters.next() {
        match character {
            '\\' => value.push(characters.next()?.1),
            '"' => return Some((value, &text[at + 1..])),
            other => value.push(other),
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn results(header: &str) -> Option<Vec<String>> {
        let text = |result: MethodResult| {
            let properties = result.properties.iter().map(|(name, value)| format!(" {name}={value}"));
            format!("{}={}{}", result.method, result.result, properties.collect::<String>())
        };
        Some(parse(header)?.into_iter().map(text).collect())
    }

    #[test]
    fn reads_results_of_both_notations() {
        let microsoft = "spf=pass (sender IP is 192.0.2.1)\r\n smtp.mailfrom=vendor.example; dkim=pass (signature was verified)\r\n \
                         header.d=vendor.example;dmarc=pass action=none header.from=vendor.example;compauth=pass reason=100";
        let expected = [
            "spf=pass smtp.mailfrom=vendor.example",
            "dkim=pass header.d=vendor.example",
            "dmarc=pass action=none header.from=vendor.example",
            "compauth=pass reason=100",
        ];
        assert_eq!(results(microsoft).unwrap(), expected);
        let standard =
            "mx.city.gov 1; DKIM/1 = Pass reason=\"good; dmarc=pass\" Header.D=Vendor.example; dmarc=fail (p=none)";
        let expected = ["dkim=pass reason=good; dmarc=pass header.d=Vendor.example", "dmarc=fail"];
        assert_eq!(results(standard).unwrap(), expected);
        assert_eq!(results("spf=none smtp.mailfrom=; dkim=none").unwrap(), ["spf=none smtp.mailfrom=", "dkim=none"]);
    }

    #[test]
    fn headers_without_results_have_none() {
        for header in ["", "mx.city.gov; none", "mx.city.gov", ";", "mx.city.gov;;"] {
            assert_eq!(results(header), Some(Vec::new()), "{header:?}");
        }
    }

    #[test]
    fn text_of_the_sender_is_never_a_result() {
        for header in [
            "spf=pass (dmarc=pass header.from=vendor.example; dmarc=pass header.from=vendor.example) smtp.mailfrom=evil.test",
            "spf=pass (a (nested; dmarc=pass) \\) ; dmarc=pass) smtp.mailfrom=evil.test",
            "spf=pass smtp.mailfrom=\"x; dmarc=pass header.from=vendor.example\"",
            "spf=pass smtp.mailfrom=\"x\\\"; dmarc=pass header.from=vendor.example\"",
        ] {
            let found = results(header).unwrap();
            assert!(found.len() == 1 && found[0].starts_with("spf=pass"), "{header:?} {found:?}");
        }
    }

    #[test]
    fn a_malformed_header_has_no_results_at_all() {
        let deep = format!("dmarc=pass {}{} header.from=a.example", "(".repeat(17), ")".repeat(17));
        let long = format!("dmarc=pass header.from=a.example reason={}", "x".repeat(MAX_LENGTH));
        for header in [
            "dmarc=pass (open",
            "dmarc=pass \"open",
            "dmarc=pass ) header.from=a.example",
            "dmarc=pass header.from=a.example header.from=b.example",
            "dmarc=pass header.from",
            "dmarc==pass",
            "dmarc=pass=pass",
            "mx; dmarc=pass \u{0} header.from=a.example",
            "mx; dmarc=pass \\",
            &deep,
            &long,
        ] {
            assert_eq!(results(header), None, "{header:.80}");
        }
    }

    proptest! {
        #[test]
        fn never_panics(header in ".{0,200}") {
            let _ = parse(&header);
        }

        #[test]
        fn comments_and_quoted_values_do_not_change_results(noise in "[ -~]{0,40}") {
            let escaped: String = noise.chars().flat_map(|character| ['\\', character]).collect();
            let header = format!("mx ({escaped}); spf=fail ({escaped}) reason=\"{escaped}\"; dmarc=pass header.from=a.example");
            let found = results(&header).unwrap();
            prop_assert_eq!(found.len(), 2);
            prop_assert_eq!(&found[1], "dmarc=pass header.from=a.example");
        }

        #[test]
        fn no_dmarc_result_comes_from_a_header_that_names_none(header in "[a-ce-z0-9;=(). \"\\\\]{0,120}") {
            prop_assert!(parse(&header).unwrap_or_default().iter().all(|result| result.method != "dmarc"));
        }
    }
}
