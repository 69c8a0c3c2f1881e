//! HTML mail as text.
//!
//! Owns the way from markup to lines. Works on tokens, never on a tree: nesting costs nothing, so a body of a million nested
//! tables takes the time of its length. Markup comes in, text goes out; nothing is refused.
//!
//! `lines.rs` keeps the white space, `tags.rs` knows what elements mean; this file reads tokens and joins the two.

mod lines;
mod tags;
#[cfg(test)]
mod tests;

use std::borrow::Cow;
use std::convert::Infallible;

use html5gum::emitters::callback::{Callback, CallbackEmitter, CallbackEvent};
use html5gum::{Span, Tokenizer};

use lines::Lines;
use tags::{Break, Tag};

/// The text of an HTML body as a person reads it.
///
/// Lines end with `\n`; entities are decoded; cells of a row are separated by a tab and each row is a line of its own; block
/// elements begin a line, paragraphs and headings leave a blank one. Scripts, styles, titles, comments and what is not
/// displayed (`display:none`) are dropped; no-break spaces are spaces; runs of spaces and of blank lines are one.
pub fn body_text(html: &str) -> String {
    let reader = render(html, Hidden::Dropped);
    if reader.is_inside_hidden() {
        // What is hidden and never ends would swallow the rest of the mail. Better to show too much.
        return render(html, Hidden::Shown).lines.into_text();
    }
    reader.lines.into_text()
}

/// A text body with its line ends made `\n`.
pub fn plain_text(text: &str) -> String {
    text.replace("\r\n", "\n").replace('\r', "\n")
}

/// A piece of markup as one line, for values found in a raw body.
pub(crate) fn inline_text(markup: &str) -> Cow<'_, str> {
    if !markup.contains(['<', '&', '\u{a0}']) {
        return Cow::Borrowed(markup);
    }
    let text = render(markup, Hidden::Shown).lines.into_text();
    Cow::Owned(text.split_whitespace().collect::<Vec<_>>().join(" "))
}

/// What happens to elements that are not displayed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Hidden {
    Dropped,
    Shown,
}

fn render(html: &str, hidden: Hidden) -> Reader {
    let mut reader = Reader::of(hidden);
    let mut emitter: CallbackEmitter<_, Infallible> = CallbackEmitter::new(Events(&mut reader));
    emitter.naively_switch_states(true);
    let Ok(()) = Tokenizer::new_with_emitter(html, emitter).finish();
    reader
}

struct Events<'r>(&'r mut Reader);

impl Callback<Infallible, ()> for Events<'_> {
    fn handle_event(&mut self, event: CallbackEvent<'_>, _: Span<()>) -> Option<Infallible> {
        self.0.take(&event);
        None
    }
}

/// Goes through the tokens.
#[derive(Debug)]
struct Reader {
    lines: Lines,
    hidden: Hidden,
    /// The start tag whose attributes are being read.
    open: Option<OpenTag>,
    attribute: Attribute,
    /// What is being dropped: an element's name and how many of that name are open inside it.
    dropped: Option<(Tag, usize)>,
    tables: usize,
    preformatted: usize,
    /// Whether the paragraph at hand has no space around it.
    is_tight: bool,
}

#[derive(Debug)]
struct OpenTag {
    tag: Tag,
    is_hidden: bool,
    is_tight: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Attribute {
    Class,
    Style,
    Hidden,
    Other,
}

impl Reader {
    fn of(hidden: Hidden) -> Self {
        Self {
            lines: Lines::default(),
            hidden,
            open: None,
            attribute: Attribute::Other,
            dropped: None,
            tables: 0,
            preformatted: 0,
            is_tight: false,
        }
    }

    fn is_inside_hidden(&self) -> bool {
        matches!(&self.dropped, Some((tag, _)) if !tag.is_never_text())
    }

    fn take(&mut self, event: &CallbackEvent<'_>) {
        match event {
            CallbackEvent::OpenStartTag { name } => {
                self.open = Some(OpenTag { tag: Tag::named(name), is_hidden: false, is_tight: false });
            }
            CallbackEvent::AttributeName { name } => self.name_attribute(name),
            CallbackEvent::AttributeValue { value } => self.look_at_attribute(value),
            CallbackEvent::CloseStartTag { self_closing } => {
                if let Some(open) = self.open.take() {
                    self.begin(&open, *self_closing);
                }
            }
            CallbackEvent::EndTag { name } => self.end(Tag::named(name)),
            CallbackEvent::String { value } if self.dropped.is_none() => {
                let text = String::from_utf8_lossy(value);
                if self.preformatted > 0 { self.lines.verbatim(&text) } else { self.lines.flow(&text) }
            }
            _ => {}
        }
    }

    fn name_attribute(&mut self, name: &[u8]) {
        self.attribute = match name {
            b"class" => Attribute::Class,
            b"style" => Attribute::Style,
            b"hidden" => Attribute::Hidden,
            _ => Attribute::Other,
        };
        if let Some(open) = self.open.as_mut().filter(|_| self.attribute == Attribute::Hidden) {
            open.is_hidden = true;
        }
    }

    fn look_at_attribute(&mut self, value: &[u8]) {
        let Some(open) = &mut self.open else { return };
        match self.attribute {
            Attribute::Style => {
                open.is_hidden |= tags::is_not_displayed(value);
                open.is_tight |= tags::has_no_margin(value);
            }
            Attribute::Class => open.is_tight |= tags::is_outlook_line(value),
            Attribute::Hidden | Attribute::Other => {}
        }
    }

    fn begin(&mut self, open: &OpenTag, is_self_closing: bool) {
        if let Some((dropped, depth)) = &mut self.dropped {
            *depth += usize::from(*dropped == open.tag && !is_self_closing);
            return;
        }
        let is_hidden = open.is_hidden && self.hidden == Hidden::Dropped && open.tag.can_be_hidden();
        if (is_hidden || open.tag.is_never_text()) && !is_self_closing {
            self.dropped = Some((open.tag, 0));
            return;
        }
        match open.tag {
            Tag::Table => self.tables = self.tables.saturating_add(1),
            Tag::Preformatted => self.preformatted = self.preformatted.saturating_add(1),
            Tag::Cell => self.lines.cell(),
            Tag::LineBreak => self.lines.line_break(),
            Tag::Paragraph => self.is_tight = open.is_tight,
            _ => {}
        }
        self.break_around(open.tag);
    }

    fn end(&mut self, tag: Tag) {
        if let Some((dropped, depth)) = &mut self.dropped {
            if *dropped == tag && *depth == 0 {
                self.dropped = None;
            } else {
                *depth -= usize::from(*dropped == tag);
            }
            return;
        }
        match tag {
            Tag::Table => {
                self.tables = self.tables.saturating_sub(1);
                self.lines.end_table(self.tables > 0);
            }
            Tag::Preformatted => self.preformatted = self.preformatted.saturating_sub(1),
            _ => {}
        }
        self.break_around(tag);
    }

    fn break_around(&mut self, tag: Tag) {
        match tag.break_around() {
            Break::None => {}
            Break::Blank if tag == Tag::Paragraph && self.is_tight => self.lines.line(),
            Break::Line => self.lines.line(),
            Break::Blank => self.lines.blank(),
            Break::Row => self.lines.row(),
        }
    }
}
