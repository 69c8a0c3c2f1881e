//! Whether the mail provider has verified the sender of a message. Pure.
//!
//! The From address is text that anyone can write. The provider checks DKIM and DMARC when it receives a message and puts
//! the result on top of the headers, in `Authentication-Results`. Only the topmost such header counts: those below came with
//! the message.

mod authentication_results;
mod domain;

use authentication_results::{MethodResult, parse};
pub(crate) use domain::filter_domain;
use domain::is_within;
use stormwire_graph::Message;
use stormwire_store::tables::watcher::{SenderAuthentication, WatcherFields};

const HEADER: &str = "Authentication-Results";

/// Why a message is not from the domain in the watcher's `fromFilter`, as far as the provider has verified; `None` if it is, or
/// if the watcher does not require it. A subdomain belongs to its domain.
pub fn rejection_reason(fields: &WatcherFields, message: &Message) -> Option<String> {
    let (method, property) = match fields.sender_authentication {
        SenderAuthentication::None => return None,
        SenderAuthentication::Dmarc => ("dmarc", "header.from"),
        SenderAuthentication::Dkim => ("dkim", "header.d"),
    };
    let Some(domain) = fields.from_filter.as_deref().and_then(filter_domain) else {
        return Some("the sender cannot be verified: fromFilter contains no domain".into());
    };
    let address = message.from.as_ref().map(|from| from.address.as_str()).unwrap_or_default();
    let sender = address.rsplit_once('@').map(|(_, sender)| sender).unwrap_or_default();
    if !is_within(sender, &domain) {
        return Some(format!("the sender's address is not in the domain {domain}"));
    }
    let Some(header) = message.header(HEADER) else {
        return Some(format!("the sender is not verified: the message has no {HEADER} header"));
    };
    let Some(results) = parse(header) else {
        return Some(format!("the sender is not verified: the {HEADER} header cannot be read"));
    };
    let of_method: Vec<&MethodResult> = results.iter().filter(|result| result.method == method).collect();
    let proves = |result: &&MethodResult| {
        result.result == "pass" && proven_domain(result, property).is_some_and(|proven| is_within(proven, &domain))
    };
    if of_method.iter().any(proves) {
        return None;
    }
    let found: Vec<String> = of_method.iter().map(|result| describe(result, property)).collect();
    let found = if found.is_empty() { format!("no {method} result") } else { found.join(", ") };
    Some(format!("the sender is not verified: the mail provider found {found}, required is {method}=pass for {domain}"))
}

/// Some providers report the DKIM identity instead of the domain.
fn proven_domain<'a>(result: &'a MethodResult, property: &str) -> Option<&'a str> {
    if let Some(domain) = result.property(property) {
        return Some(domain);
    }
    let identity = result.property("header.i").filter(|_| property == "header.d")?;
    identity.rsplit_once('@').map(|(_, domain)| domain)
}

/// For the log. Bounded, because the header may contain text of the sender.
fn describe(result: &MethodResult, property: &str) -> String {
    let short = |text: &str| text.chars().take(100).collect::<String>();
    match proven_domain(result, property) {
        Some(domain) => format!("{}={} for {}", result.method, short(&result.result), short(domain)),
        None => format!("{}={}", result.method, short(&result.result)),
    }
}

#[cfg(test)]
mod tests;
