//! What is asked of the provider.

use reqwest::Method;
use serde_json::Value;
use url::Url;

/// One call, as often as it has to be sent.
pub(super) struct Call {
    /// In words, for errors and the counter.
    pub name: &'static str,
    pub method: Method,
    pub url: Url,
    pub body: Option<Value>,
    pub effect: Effect,
    pub target: Target,
    /// Items on a page, where the provider takes that as a preference.
    pub page: Option<u16>,
}

/// What happens when a call reaches the provider twice.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Effect {
    /// The same as once.
    Repeatable,
    /// It is done twice.
    Once,
}

/// What a refusal is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Target {
    /// Something in the mailbox.
    Mailbox,
    /// A folder's changes or listing, from its beginning.
    Beginning,
    /// The same, from a link.
    Link,
    /// A subscription.
    Subscription,
}

/// What is wanted of a good reply.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Keep {
    /// That it came.
    Nothing,
    /// All of it.
    Whole,
    /// Its body, still to be read.
    Open,
}

impl Call {
    pub(super) fn new(name: &'static str, method: Method, url: Url) -> Self {
        let effect = Effect::Repeatable;
        Self { name, method, url, body: None, effect, target: Target::Mailbox, page: None }
    }

    pub(super) fn get(name: &'static str, url: Url) -> Self {
        Self::new(name, Method::GET, url)
    }

    pub(super) fn body(self, body: Value) -> Self {
        Self { body: Some(body), ..self }
    }

    pub(super) fn once(self) -> Self {
        Self { effect: Effect::Once, ..self }
    }

    pub(super) fn about(self, target: Target) -> Self {
        Self { target, ..self }
    }

    pub(super) fn page(self, items: u16) -> Self {
        Self { page: Some(items), ..self }
    }

    /// The preferences that ride on every request: the provider remembers none of them.
    pub(super) fn prefer(&self) -> String {
        let immutable = r#"IdType="ImmutableId""#;
        self.page.map_or_else(|| immutable.to_owned(), |items| format!("{immutable}, odata.maxpagesize={items}"))
    }
}
