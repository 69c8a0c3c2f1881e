//! The `Prefer` header. May appear several times; each value is a list separated by commas.

use crate::store::exchange_id::IdType;
use crate::store::message::BodyType;
use axum::http::HeaderMap;

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Preferences {
    pub(crate) id_type: IdType,
    pub(crate) page_size: Option<usize>,
    pub(crate) body_type: Option<BodyType>,
}

impl Preferences {
    pub(crate) fn parse(headers: &HeaderMap) -> Self {
        let mut preferences = Self::default();
        for value in headers.get_all("prefer").iter().filter_map(|value| value.to_str().ok()) {
            for preference in value.split(',') {
                preferences.apply(preference);
            }
        }
        preferences
    }

    fn apply(&mut self, preference: &str) {
        let (name, value) = preference.split_once('=').unwrap_or((preference, ""));
        let value = value.trim().trim_matches('"').to_lowercase();
        match (name.trim().to_lowercase().as_str(), value.as_str()) {
            ("idtype", "immutableid") => self.id_type = IdType::Immutable,
            ("odata.maxpagesize" | "maxpagesize", size) => self.page_size = size.parse().ok().filter(|size| *size > 0),
            ("outlook.body-content-type", "text") => self.body_type = Some(BodyType::Text),
            ("outlook.body-content-type", "html") => self.body_type = Some(BodyType::Html),
            _ => {}
        }
    }

    /// The value of the `Preference-Applied` header.
    pub(crate) fn preference_applied_header(&self, is_delta: bool) -> Option<String> {
        let mut applied = Vec::new();
        if self.id_type == IdType::Immutable {
            applied.push("IdType=ImmutableId".to_owned());
        }
        let body_type = self.body_type.map(BodyType::name);
        applied.extend(body_type.map(|name| format!("outlook.body-content-type=\"{name}\"")));
        if is_delta {
            applied.extend(self.page_size.map(|size| format!("odata.maxpagesize={size}")));
            applied.push("odata.track-changes".to_owned());
        }
        (!applied.is_empty()).then(|| applied.join(", "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(values: &[&'static str]) -> Preferences {
        let mut headers = HeaderMap::new();
        for value in values {
            headers.append("prefer", value.parse().unwrap());
        }
        Preferences::parse(&headers)
    }

    #[test]
    fn preferences_come_in_one_or_several_headers_in_any_case() {
        let all = Preferences { id_type: IdType::Immutable, page_size: Some(2), body_type: Some(BodyType::Text) };
        assert_eq!(parse(&["odata.maxpagesize=2, IdType=\"ImmutableId\", outlook.body-content-type=\"text\""]), all);
        assert_eq!(parse(&["IDTYPE=immutableid", "odata.MaxPageSize=\"2\"", "Outlook.Body-Content-Type=text"]), all);
        assert_eq!(parse(&["odata.maxpagesize=0", "x=y", ""]), Preferences::default());
        assert_eq!(
            all.preference_applied_header(true).unwrap(),
            "IdType=ImmutableId, outlook.body-content-type=\"text\", odata.maxpagesize=2, odata.track-changes"
        );
        assert_eq!(Preferences::default().preference_applied_header(false), None);
    }
}
