//! Reads HTML tokens and writes their text.

use std::convert::Infallible;

use html5gum::emitters::callback::{Callback, CallbackEmitter, CallbackEvent};
use html5gum::{Span, Tokenizer};

use super::tags::{self, ElementBreak, Tag};
use super::text_writer::TextWriter;

/// What happens to elements that are not displayed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum HiddenContent {
    Drop,
    Show,
}

pub(super) struct RenderedText {
    pub(super) text: String,
    /// True if the end of the markup is inside a hidden element.
    pub(super) ends_inside_hidden: bool,
}

pub(super) fn render(html: &str, hidden: HiddenContent) -> RenderedText {
    let mut renderer = HtmlRenderer::new(hidden);
    let mut emitter: CallbackEmitter<_, Infallible> = CallbackEmitter::new(TokenHandler(&mut renderer));
    emitter.naively_switch_states(true);
    let Ok(()) = Tokenizer::new_with_emitter(html, emitter).finish();
    RenderedText { ends_inside_hidden: renderer.is_inside_hidden(), text: renderer.writer.into_text() }
}

struct TokenHandler<'r>(&'r mut HtmlRenderer);

impl Callback<Infallible, ()> for TokenHandler<'_> {
    fn handle_event(&mut self, event: CallbackEvent<'_>, _: Span<()>) -> Option<Infallible> {
        self.0.handle_token(&event);
        None
    }
}

#[derive(Debug)]
struct HtmlRenderer {
    writer: TextWriter,
    hidden: HiddenContent,
    /// The start tag whose attributes are being read.
    start_tag: Option<StartTag>,
    attribute: Attribute,
    /// The element that is being dropped.
    dropped: Option<DroppedElement>,
    table_depth: usize,
    preformatted_depth: usize,
    /// True if the current paragraph has no margin.
    is_tight: bool,
}

#[derive(Debug)]
struct StartTag {
    tag: Tag,
    is_hidden: bool,
    /// True if the element has no margin.
    is_tight: bool,
}

#[derive(Debug)]
struct DroppedElement {
    tag: Tag,
    /// How many elements of the same name are open inside it.
    open_inside: usize,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Attribute {
    Class,
    Style,
    Hidden,
    Other,
}

impl HtmlRenderer {
    fn new(hidden: HiddenContent) -> Self {
        Self {
            writer: TextWriter::default(),
            hidden,
            start_tag: None,
            attribute: Attribute::Other,
            dropped: None,
            table_depth: 0,
            preformatted_depth: 0,
            is_tight: false,
        }
    }

    fn is_inside_hidden(&self) -> bool {
        self.dropped.as_ref().is_some_and(|dropped| !dropped.tag.is_non_text())
    }

    fn handle_token(&mut self, token: &CallbackEvent<'_>) {
        match token {
            CallbackEvent::OpenStartTag { name } => {
                self.start_tag = Some(StartTag { tag: Tag::from_name(name), is_hidden: false, is_tight: false });
            }
            CallbackEvent::AttributeName { name } => self.handle_attribute_name(name),
            CallbackEvent::AttributeValue { value } => self.handle_attribute_value(value),
            CallbackEvent::CloseStartTag { self_closing } => {
                if let Some(start_tag) = self.start_tag.take() {
                    self.start_element(&start_tag, *self_closing);
                }
            }
            CallbackEvent::EndTag { name } => self.end_element(Tag::from_name(name)),
            CallbackEvent::String { value } if self.dropped.is_none() => {
                let text = String::from_utf8_lossy(value);
                if self.preformatted_depth > 0 {
                    self.writer.push_preformatted(&text);
                } else {
                    self.writer.push_text(&text);
                }
            }
            _ => {}
        }
    }

    fn handle_attribute_name(&mut self, name: &[u8]) {
        self.attribute = match name {
            b"class" => Attribute::Class,
            b"style" => Attribute::Style,
            b"hidden" => Attribute::Hidden,
            _ => Attribute::Other,
        };
        if let Some(start_tag) = self.start_tag.as_mut().filter(|_| self.attribute == Attribute::Hidden) {
            start_tag.is_hidden = true;
        }
    }

    fn handle_attribute_value(&mut self, value: &[u8]) {
        let Some(start_tag) = &mut self.start_tag else { return };
        match self.attribute {
            Attribute::Style => {
                start_tag.is_hidden |= tags::is_not_displayed(value);
                start_tag.is_tight |= tags::has_no_margin(value);
            }
            Attribute::Class => start_tag.is_tight |= tags::is_outlook_line(value),
            Attribute::Hidden | Attribute::Other => {}
        }
    }

    fn start_element(&mut self, start_tag: &StartTag, is_self_closing: bool) {
        let tag = start_tag.tag;
        if let Some(dropped) = &mut self.dropped {
            dropped.open_inside += usize::from(dropped.tag == tag && !is_self_closing);
            return;
        }
        let is_hidden = start_tag.is_hidden && self.hidden == HiddenContent::Drop && tag.can_be_hidden();
        if (is_hidden || tag.is_non_text()) && !is_self_closing {
            self.dropped = Some(DroppedElement { tag, open_inside: 0 });
            return;
        }
        match tag {
            Tag::Table => self.table_depth = self.table_depth.saturating_add(1),
            Tag::Preformatted => self.preformatted_depth = self.preformatted_depth.saturating_add(1),
            Tag::Cell => self.writer.start_cell(),
            Tag::LineBreak => self.writer.line_break(),
            Tag::Paragraph => self.is_tight = start_tag.is_tight,
            _ => {}
        }
        self.write_element_break(tag);
    }

    fn end_element(&mut self, tag: Tag) {
        if let Some(dropped) = &mut self.dropped {
            if dropped.tag == tag && dropped.open_inside == 0 {
                self.dropped = None;
            } else {
                dropped.open_inside -= usize::from(dropped.tag == tag);
            }
            return;
        }
        match tag {
            Tag::Table => {
                self.table_depth = self.table_depth.saturating_sub(1);
                self.writer.end_table(self.table_depth > 0);
            }
            Tag::Preformatted => self.preformatted_depth = self.preformatted_depth.saturating_sub(1),
            _ => {}
        }
        self.write_element_break(tag);
    }

    fn write_element_break(&mut self, tag: Tag) {
        match tag.element_break() {
            ElementBreak::None => {}
            ElementBreak::BlankLine if tag == Tag::Paragraph && self.is_tight => self.writer.end_line(),
            ElementBreak::Line => self.writer.end_line(),
            ElementBreak::BlankLine => self.writer.blank_line(),
            ElementBreak::Row => self.writer.end_row(),
        }
    }
}
