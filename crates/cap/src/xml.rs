//! Writes XML. Every text goes through [`escape`], so that no text can become markup or a character that XML does not allow.

const DECLARATION: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";

pub(crate) struct XmlWriter {
    text: String,
    depth: usize,
}

/// Name and value of each attribute.
pub(crate) type Attributes<'a> = &'a [(&'static str, &'a str)];

impl XmlWriter {
    /// A document with one element.
    pub(crate) fn document(name: &'static str, attributes: Attributes<'_>, content: impl FnOnce(&mut Self)) -> String {
        let mut writer = Self { text: DECLARATION.into(), depth: 0 };
        writer.element(name, attributes, content);
        writer.text
    }

    pub(crate) fn element(&mut self, name: &'static str, attributes: Attributes<'_>, content: impl FnOnce(&mut Self)) {
        self.start(name, attributes);
        self.text.push_str(">\n");
        self.depth += 1;
        content(self);
        self.depth -= 1;
        self.indent();
        self.end(name);
    }

    pub(crate) fn text(&mut self, name: &'static str, text: &str) {
        self.start(name, &[]);
        self.text.push('>');
        escape(text, &mut self.text);
        self.end(name);
    }

    pub(crate) fn empty(&mut self, name: &'static str, attributes: Attributes<'_>) {
        self.start(name, attributes);
        self.text.push_str("/>\n");
    }

    fn start(&mut self, name: &str, attributes: Attributes<'_>) {
        self.indent();
        self.text.push('<');
        self.text.push_str(name);
        for (name, value) in attributes {
            self.text.push(' ');
            self.text.push_str(name);
            self.text.push_str("=\"");
            escape(value, &mut self.text);
            self.text.push('"');
        }
    }

    fn end(&mut self, name: &str) {
        self.text.push_str("</");
        self.text.push_str(name);
        self.text.push_str(">\n");
    }

    fn indent(&mut self) {
        self.text.extend(std::iter::repeat_n("  ", self.depth));
    }
}

/// Characters that XML 1.0 does not allow become U+FFFD. White space becomes a space, because parsers change it in attributes.
fn escape(text: &str, out: &mut String) {
    for character in text.chars() {
        match character {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&apos;"),
            '\t' | '\n' | '\r' => out.push(' '),
            // C1 controls are allowed but discouraged; no text needs them.
            '\0'..='\u{1f}' | '\u{7f}'..='\u{9f}' | '\u{fffe}' | '\u{ffff}' => out.push('\u{fffd}'),
            _ => out.push(character),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn written(text: &str) -> String {
        XmlWriter::document("a", &[("b", text)], |writer| writer.text("c", text))
    }

    #[test]
    fn markup_and_control_characters_are_only_text() {
        for (text, expected) in [
            ("Pool", "Pool"),
            ("</c><x y=\"1\">", "</c><x y=\"1\">"),
            ("]]> & &amp; '", "]]> & &amp; '"),
            ("a\0b\u{1b}c\u{ffff}", "a\u{fffd}b\u{fffd}c\u{fffd}"),
            ("a\tb\r\nc", "a b  c"),
            ("Piscina ñ 🏊⚡", "Piscina ñ 🏊⚡"),
        ] {
            let text = written(text);
            let document = roxmltree::Document::parse(&text).unwrap();
            let root = document.root_element();
            assert_eq!(root.attribute("b"), Some(expected));
            assert_eq!(root.first_element_child().unwrap().text(), Some(expected));
        }
    }

    proptest! {
        #[test]
        fn every_text_is_one_text_node(text in any::<String>()) {
            let written = written(&text);
            let document = roxmltree::Document::parse(&written).unwrap();
            let child = document.root_element().first_element_child().unwrap();
            prop_assert_eq!(child.children().count(), usize::from(!text.is_empty()));
            prop_assert_eq!(child.text().unwrap_or_default().chars().count(), text.chars().count());
        }
    }
}
