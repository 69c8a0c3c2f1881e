//! The `Prefer` header: one or several, joined by commas, each a wish for the shape of this one answer.

use crate::store::id::IdType;
use axum::http::HeaderMap;

/// What the caller wishes for.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Prefer {
    pub(crate) ids: IdType,
    pub(crate) page_size: Option<usize>,
    pub(crate) body: Option<BodyType>,
    /// The answer to a change needs no body.
    pub(crate) minimal: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum BodyType {
    Html,
    Text,
}

impl Prefer {
    pub(crate) fn read(headers: &HeaderMap) -> Self {
        let mut prefer = Self::default();
        for value in headers.get_all("prefer").iter().filter_map(|value| value.to_str().ok()) {
            for wish in value.split(',') {
                prefer.take(wish);
            }
        }
        prefer
    }

    fn take(&mut self, wish: &str) {
        let (name, value) = wish.split_once('=').unwrap_or((wish, ""));
        let value = value.trim().trim_matches('"').to_lowercase();
        match (name.trim().to_lowercase().as_str(), value.as_str()) {
            ("idtype", "immutableid") => self.ids = IdType::Immutable,
            ("odata.maxpagesize" | "maxpagesize", size) => self.page_size = size.parse().ok().filter(|size| *size > 0),
            ("outlook.body-content-type", "text") => self.body = Some(BodyType::Text),
            ("outlook.body-content-type", "html") => self.body = Some(BodyType::Html),
            ("return", "minimal") => self.minimal = true,
            _ => {}
        }
    }

    /// What `Preference-Applied` answers, if anything.
    pub(crate) fn applied(&self, delta: bool) -> Option<String> {
        let mut applied = Vec::new();
        if self.ids == IdType::Immutable {
            applied.push("IdType=ImmutableId".to_owned());
        }
        match self.body {
            Some(BodyType::Text) => applied.push("outlook.body-content-type=\"text\"".to_owned()),
            Some(BodyType::Html) => applied.push("outlook.body-content-type=\"html\"".to_owned()),
            None => {}
        }
        if delta {
            applied.extend(self.page_size.map(|size| format!("odata.maxpagesize={size}")));
            applied.push("odata.track-changes".to_owned());
        }
        (!applied.is_empty()).then(|| applied.join(", "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(values: &[&'static str]) -> Prefer {
        let mut headers = HeaderMap::new();
        for value in values {
            headers.append("prefer", value.parse().unwrap());
        }
        Prefer::read(&headers)
    }

    #[test]
    fn wishes_come_in_one_header_or_several_and_in_any_case() {
        let all = Prefer { ids: IdType::Immutable, page_size: Some(2), body: Some(BodyType::Text), minimal: false };
        assert_eq!(read(&["odata.maxpagesize=2, IdType=\"ImmutableId\", outlook.body-content-type=\"text\""]), all);
        assert_eq!(read(&["IDTYPE=immutableid", "odata.MaxPageSize=\"2\"", "Outlook.Body-Content-Type=text"]), all);
        assert_eq!(read(&["odata.maxpagesize=0", "x=y", ""]), Prefer::default());
        assert_eq!(
            all.applied(true).unwrap(),
            "IdType=ImmutableId, outlook.body-content-type=\"text\", odata.maxpagesize=2, odata.track-changes"
        );
        assert_eq!(Prefer::default().applied(false), None);
    }
}
