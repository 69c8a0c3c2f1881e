#[derive(Debug, Clone, PartialEq)]
pub(crate) struct FilterToken {
    /// Byte offset in the filter.
    pub(crate) offset: usize,
    pub(crate) kind: FilterTokenKind,
}

#[derive(Debug, Clone, PartialEq)]
pub(crate) enum FilterTokenKind {
    /// A name, an operator, a number or a time.
    Word(String),
    /// A quoted text, without its quotes.
    Text(String),
    /// One of `(`, `)` and `,`.
    Punctuation(char),
}

/// Fails with the offset of a quote that is never closed.
pub(crate) fn tokenize(filter: &str) -> Result<Vec<FilterToken>, usize> {
    let mut tokens = Vec::new();
    let mut rest = filter.char_indices().peekable();
    while let Some((offset, first)) = rest.next() {
        let kind = match first {
            _ if first.is_whitespace() => continue,
            '(' | ')' | ',' => FilterTokenKind::Punctuation(first),
            '\'' => FilterTokenKind::Text(quoted_text(&mut rest).ok_or(offset)?),
            _ => {
                let mut word = String::from(first);
                while let Some((_, next)) = rest.next_if(|(_, next)| !next.is_whitespace() && !"(),'".contains(*next)) {
                    word.push(next);
                }
                FilterTokenKind::Word(word)
            }
        };
        tokens.push(FilterToken { offset, kind });
    }
    Ok(tokens)
}

/// Reads up to the closing quote. A quote inside the text is written twice.
fn quoted_text(rest: &mut std::iter::Peekable<std::str::CharIndices<'_>>) -> Option<String> {
    let mut text = String::new();
    loop {
        match rest.next()? {
            (_, '\'') if rest.next_if(|(_, next)| *next == '\'').is_some() => text.push('\''),
            (_, '\'') => return Some(text),
            (_, char) => text.push(char),
        }
    }
}
