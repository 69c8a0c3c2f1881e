//! How mail to the operator leaves: by SMTP, or through Microsoft Graph.

use crate::email::OutgoingEmail;
use crate::graph_sender::GraphSender;
use crate::smtp::Smtp;
use lettre::message::Mailbox;

pub enum OperatorTransport {
    Smtp(Smtp),
    Graph(Box<GraphSender>),
}

impl OperatorTransport {
    pub(super) fn from(&self) -> &Mailbox {
        match self {
            Self::Smtp(smtp) => smtp.from(),
            Self::Graph(graph) => &graph.from,
        }
    }

    /// For messages.
    pub(super) fn name(&self) -> String {
        match self {
            Self::Smtp(smtp) => smtp.server(),
            Self::Graph(_) => "Microsoft Graph".into(),
        }
    }

    /// Connects and signs in, without sending anything. Returns what was found; the error says what to do.
    pub(super) async fn check(&self) -> Result<String, String> {
        match self {
            Self::Smtp(smtp) => {
                smtp.check().await.map_err(|error| format!("{error}; check smtp.url"))?;
                let sign_in = if smtp.signs_in() { " and the sign-in" } else { "" };
                Ok(format!("{} accepts the connection{sign_in}", smtp.server()))
            }
            Self::Graph(graph) => {
                graph.check().await?;
                Ok(format!(
                    "{} accepts the sign-in; use --send-mail to test sending from {}",
                    self.name(),
                    graph.from.email
                ))
            }
        }
    }

    pub(super) async fn send(&self, email: OutgoingEmail) -> Result<(), String> {
        match self {
            Self::Smtp(smtp) => {
                let to: Vec<_> = email.to.iter().map(|one| one.email.clone()).collect();
                let message = email.into_message().map_err(|error| error.to_string())?;
                smtp.send(&to, &message.formatted()).await.map(|_| ()).map_err(|error| error.to_string())
            }
            Self::Graph(graph) => graph.send(email).await,
        }
    }
}
