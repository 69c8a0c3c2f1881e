//! Sends notifications to the URLs of subscriptions.

pub(crate) mod dispatcher;
mod endpoint_health;
mod endpoint_sender;
pub(crate) mod url_validation;
