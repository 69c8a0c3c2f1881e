//! Outgoing email through Microsoft Graph, for cities without a mail server.

use crate::email::OutgoingEmail;
use lettre::message::Mailbox;
use std::sync::Arc;
use stormwire_city::credential_usage::mailbox_rejection;
use stormwire_city::credentials;
use stormwire_city::secrets::Secrets;
use stormwire_graph::{Address, GraphAccount, GraphClient, Header, OutgoingMessage};
use stormwire_store::Store;

/// Sends from one mailbox with one credential, which is read for every email: it may have been changed.
pub struct GraphSender {
    pub graph: Arc<GraphClient>,
    pub store: Store,
    pub secrets: Secrets,
    /// The mailbox that sends.
    pub from: Mailbox,
    /// The name of the credential; `None`: the only one that exists.
    pub credential: Option<String>,
}

impl GraphSender {
    /// Signs in, without sending anything.
    pub(crate) async fn check(&self) -> Result<(), String> {
        let account = self.account().await?;
        account.sign_in().await.map_err(|error| error.to_string())
    }

    /// Never retries. The error says what to do.
    pub(crate) async fn send(&self, email: OutgoingEmail) -> Result<(), String> {
        let mailbox = self.account().await?.mailbox(self.from.email.as_ref());
        let message = outgoing_message(email);
        mailbox.send(&message).await.map_err(|error| {
            format!("{error}; check that the credential has the permission Mail.Send for {}", self.from.email)
        })
    }

    async fn account(&self) -> Result<Arc<GraphAccount>, String> {
        let name = self.credential.as_deref();
        let opened = credentials::open_by_name(&self.store, &self.secrets, name).await;
        let opened = opened.map_err(|error| error.to_string())?;
        let opened = opened.ok_or_else(|| match name {
            Some(name) => format!("operator.credential: there is no credential {name:?}; create it in the portal"),
            None => "operator.credential: missing, and there is not exactly one credential; set the name of one".into(),
        })?;
        if let Some(reason) = mailbox_rejection(&opened.credential) {
            return Err(format!("operator.credential: {reason}"));
        }
        let credential = opened.into_graph().map_err(|error| error.to_string())?;
        Ok(self.graph.account(&credential))
    }
}

/// Graph accepts only headers that start with `X-`, and sets the message id itself.
fn outgoing_message(email: OutgoingEmail) -> OutgoingMessage {
    let addresses = |some: Vec<Mailbox>| {
        some.into_iter().map(|one| Address { address: one.email.to_string(), name: one.name }).collect()
    };
    let headers = email.marker_headers().into_iter().filter(|(name, _)| name.starts_with("X-"));
    let headers = headers.map(|(name, value)| Header { name, value }).collect();
    let OutgoingEmail { to, cc, reply_to, subject, text, html, .. } = email;
    OutgoingMessage {
        to: addresses(to),
        cc: addresses(cc),
        reply_to: addresses(reply_to),
        subject,
        html,
        text: Some(text),
        headers,
        save_to_sent_items: false,
    }
}
