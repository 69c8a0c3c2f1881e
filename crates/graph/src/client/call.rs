use reqwest::Method;
use serde_json::Value;
use url::Url;

/// A call to the provider. It may be sent several times.
pub(super) struct ApiCall {
    /// For errors and metrics.
    pub name: &'static str,
    pub method: Method,
    pub url: Url,
    pub body: Option<Value>,
    pub repeat_policy: RepeatPolicy,
    pub target: CallTarget,
    /// Items per page, for calls where the provider takes it as a preference.
    pub page_size: Option<u16>,
}

/// Whether a call may be sent again if the provider may have received it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum RepeatPolicy {
    /// Sending it twice has the same effect as sending it once.
    Repeatable,
    /// Sending it twice does it twice.
    Once,
}

/// What an error response to a call is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum CallTarget {
    /// Something in the mailbox.
    Mailbox,
    /// The first page of a folder's changes or listing.
    FirstPage,
    /// A later page, from a link.
    Link,
    Subscription,
}

/// What to do with the body of a successful response.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum BodyMode {
    Discard,
    Buffer,
    Stream,
}

impl ApiCall {
    pub(super) fn new(name: &'static str, method: Method, url: Url) -> Self {
        Self {
            name,
            method,
            url,
            body: None,
            repeat_policy: RepeatPolicy::Repeatable,
            target: CallTarget::Mailbox,
            page_size: None,
        }
    }

    pub(super) fn get(name: &'static str, url: Url) -> Self {
        Self::new(name, Method::GET, url)
    }

    pub(super) fn body(self, body: Value) -> Self {
        Self { body: Some(body), ..self }
    }

    pub(super) fn without_retry(self) -> Self {
        Self { repeat_policy: RepeatPolicy::Once, ..self }
    }

    pub(super) fn target(self, target: CallTarget) -> Self {
        Self { target, ..self }
    }

    pub(super) fn page_size(self, items: u16) -> Self {
        Self { page_size: Some(items), ..self }
    }

    /// The `Prefer` header. Every request needs it, because the provider does not remember preferences.
    pub(super) fn prefer_header(&self) -> String {
        let immutable = r#"IdType="ImmutableId""#;
        self.page_size.map_or_else(|| immutable.to_owned(), |items| format!("{immutable}, odata.maxpagesize={items}"))
    }
}
