//! Image URLs: the configured base joined with the path of a row, without repeating the segments they share.

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

/// Characters to percent-encode in a path.
const ESCAPED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');

/// The first segment of every stored path.
const ROOT: &str = "media";

/// The configured base of image URLs: absolute or not, with or without a trailing slash.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MediaBase {
    /// Scheme and host, or empty.
    origin: String,
    segments: Vec<String>,
    /// A query, for instance for a content delivery network, with its question mark.
    query: String,
}

impl MediaBase {
    /// A base that is not absolute starts at the root of this service, so that it works on every page.
    pub fn new(text: &str) -> Self {
        let (text, query) = text.find(['?', '#']).map_or((text, ""), |at| text.split_at(at));
        let after_scheme = text.find("://").map(|at| at + 3).or_else(|| text.starts_with("//").then_some(2));
        let host_end = after_scheme.map(|from| text[from..].find('/').map_or(text.len(), |at| from + at));
        let (origin, path) = text.split_at(host_end.unwrap_or(0));
        let segments = path.split('/').filter(|segment| !segment.is_empty()).map(str::to_owned).collect();
        Self { origin: origin.to_owned(), segments, query: query.to_owned() }
    }

    /// Scheme and host of the images, unless this service serves them.
    pub fn origin(&self) -> Option<&str> {
        (!self.origin.is_empty()).then_some(self.origin.trim_start_matches("//"))
    }

    /// The URL of a stored path such as `media/aerial/a-2024.jpg`. An image that was replaced gets `?v=2`, because browsers
    /// cache images for a month.
    ///
    /// The longest run of segments that both ends the base and begins the path appears once.
    pub fn join(&self, path: &str, version: i32) -> String {
        let mut rest: Vec<&str> = path.split('/').filter(|segment| !segment.is_empty()).collect();
        if rest.first() != Some(&ROOT) {
            rest.insert(0, ROOT);
        }
        let is_shared = |count: &usize| self.segments.iter().rev().take(*count).rev().eq(rest.iter().take(*count));
        // The last segment is the file: it is never part of the base.
        let most = self.segments.len().min(rest.len() - 1);
        let shared = (1..=most).rev().find(is_shared).unwrap_or(0);
        let kept = self.segments.iter().map(|segment| format!("/{segment}"));
        let added = rest[shared..].iter().map(|segment| format!("/{}", utf8_percent_encode(segment, ESCAPED)));
        let path = kept.chain(added).collect::<String>();
        format!("{}{path}{}", self.origin, self.query_with(version))
    }

    fn query_with(&self, version: i32) -> String {
        let (query, fragment) = self.query.find('#').map_or((self.query.as_str(), ""), |at| self.query.split_at(at));
        match version {
            ..=1 => self.query.clone(),
            _ if query.is_empty() => format!("?v={version}{fragment}"),
            _ => format!("{query}&v={version}{fragment}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn absolute_base_has_an_origin() {
        for (base, origin) in [
            ("/media", None),
            ("https://cdn.example/media/", Some("https://cdn.example")),
            ("http://127.0.0.1:9/media?v=1", Some("http://127.0.0.1:9")),
            ("//cdn.example/media", Some("cdn.example")),
        ] {
            assert_eq!(MediaBase::new(base).origin(), origin, "{base}");
        }
    }

    #[test]
    fn shared_segments_appear_once_for_every_form_of_base() {
        for (base, expected) in [
            ("/media", "/media/aerial/a-2024.jpg"),
            ("/media/", "/media/aerial/a-2024.jpg"),
            ("/media//", "/media/aerial/a-2024.jpg"),
            ("media", "/media/aerial/a-2024.jpg"),
            ("media/", "/media/aerial/a-2024.jpg"),
            ("/", "/media/aerial/a-2024.jpg"),
            ("/static", "/static/media/aerial/a-2024.jpg"),
            ("/static/media", "/static/media/aerial/a-2024.jpg"),
            ("/media/static", "/media/static/media/aerial/a-2024.jpg"),
            ("/media/aerial", "/media/aerial/a-2024.jpg"),
            ("/media/aerial/", "/media/aerial/a-2024.jpg"),
            ("/social-media", "/social-media/media/aerial/a-2024.jpg"),
            ("https://cdn.example.gov/media", "https://cdn.example.gov/media/aerial/a-2024.jpg"),
            ("https://cdn.example.gov/media/", "https://cdn.example.gov/media/aerial/a-2024.jpg"),
            ("https://cdn.example.gov", "https://cdn.example.gov/media/aerial/a-2024.jpg"),
            ("https://cdn.example.gov/", "https://cdn.example.gov/media/aerial/a-2024.jpg"),
            ("https://cdn.example.gov:8443/city/media", "https://cdn.example.gov:8443/city/media/aerial/a-2024.jpg"),
            ("https://media/", "https://media/media/aerial/a-2024.jpg"),
            ("//cdn.example.gov/media", "//cdn.example.gov/media/aerial/a-2024.jpg"),
            ("https://cdn.example.gov/media?key=1", "https://cdn.example.gov/media/aerial/a-2024.jpg?key=1"),
        ] {
            assert_eq!(MediaBase::new(base).join("media/aerial/a-2024.jpg", 1), expected, "{base}");
        }
    }

    #[test]
    fn paths_written_by_other_programs_give_the_same_url() {
        for path in ["media/aerial/a-2024.jpg", "/media/aerial/a-2024.jpg", "aerial/a-2024.jpg", "/aerial//a-2024.jpg"]
        {
            assert_eq!(MediaBase::new("/media").join(path, 1), "/media/aerial/a-2024.jpg", "{path}");
            assert_eq!(MediaBase::new("https://cdn.test").join(path, 1), "https://cdn.test/media/aerial/a-2024.jpg");
        }
    }

    #[test]
    fn replaced_image_has_another_url() {
        for (base, version, expected) in [
            ("/media", 1, "/media/aerial/a-2024.jpg"),
            ("/media", 2, "/media/aerial/a-2024.jpg?v=2"),
            ("https://cdn.test/media?key=1", 3, "https://cdn.test/media/aerial/a-2024.jpg?key=1&v=3"),
            ("https://cdn.test/media#x", 2, "https://cdn.test/media/aerial/a-2024.jpg?v=2#x"),
        ] {
            assert_eq!(MediaBase::new(base).join("media/aerial/a-2024.jpg", version), expected, "{base}");
        }
    }

    #[test]
    fn special_characters_in_a_slug_are_escaped() {
        let joined = MediaBase::new("/media").join("media/aerial/old town #1?-2024.jpg", 1);
        assert_eq!(joined, "/media/aerial/old%20town%20%231%3F-2024.jpg");
    }
}
