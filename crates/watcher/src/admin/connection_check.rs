//! Whether the watchers could work, checked before a storm: one finding per credential and watcher.

use super::Admin;
use crate::error::WatcherError;
use jiff::SignedDuration;
use stormwire_graph::MailError;
use stormwire_store::StoreError;
use stormwire_store::tables::credential;
use stormwire_store::tables::sealed::SealedColumn;
use stormwire_store::tables::watcher::{self, Watcher};

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// What was checked.
    pub what: String,
    /// The error says what to do about it.
    pub found: Result<String, String>,
}

/// With a larger difference between the clocks the age of a strike is unknown.
pub(super) const CLOCK_TOLERANCE: SignedDuration = SignedDuration::from_secs(30);

impl Admin {
    /// Creates the folder `Processed` where it is missing, as the first message would: nothing else shows whether the
    /// application may write. `outside` is a mailbox that must be out of its reach.
    pub async fn check_connections(&self, outside: Option<&str>) -> Result<Vec<Finding>, StoreError> {
        let mut conn = self.store.reader().await?;
        let mut findings = Vec::new();
        for one in credential::list(&mut conn, None).await? {
            let sealed = SealedColumn::ClientSecret.get(&mut conn, one.id.get()).await?;
            let location = SealedColumn::ClientSecret.location(one.id.get());
            let found = match sealed.map(|sealed| self.secrets.open(&location, &sealed).map(|_| ())) {
                Some(Ok(())) => Ok("its secret can be opened".to_owned()),
                Some(Err(error)) => Err(error.to_string()),
                None => Err("it has no secret: store one".to_owned()),
            };
            findings.push(Finding { what: format!("credential {}", one.name), found });
        }
        let watchers = watcher::list(&mut conn).await?;
        drop(conn);
        for watcher in &watchers {
            let name = &watcher.fields.name;
            let found = self.check_connection(watcher).await.map_err(|error| advice(&error));
            findings.push(Finding { what: format!("watcher {name}"), found });
            if let Some(address) = outside {
                let found = self.check_out_of_reach(watcher, address).await;
                findings.push(Finding { what: format!("watcher {name} against {address}"), found });
            }
        }
        Ok(findings)
    }

    async fn check_connection(&self, watcher: &Watcher) -> Result<String, WatcherError> {
        let fields = &watcher.fields;
        let open = self.mailboxes.open(fields).await?;
        let folder = open.find_folder(fields).await?;
        let count = open.mailbox.count(&folder).await?;
        if fields.move_on_process {
            open.mailbox.child_folder(&folder, "Processed").await?;
        }
        open.mailbox.subscriptions().await?;
        if let Some(ahead) = open.account.clock_difference().filter(|ahead| ahead.abs() > CLOCK_TOLERANCE) {
            let text = format!("the clock of this machine is {} s off the provider's; set it", ahead.as_secs().abs());
            return Err(WatcherError::Conflict(text));
        }
        let off = if fields.is_enabled { "" } else { "; it is switched off" };
        Ok(format!("{}: the folder can be read and written, {count} messages lie in it{off}", fields.mailbox_address))
    }

    /// A grant for the whole tenant would let us read it.
    async fn check_out_of_reach(&self, watcher: &Watcher, address: &str) -> Result<String, String> {
        let opened = self.mailboxes.open_address(watcher.fields.credential_id, address).await;
        let open = opened.map_err(|error| advice(&error))?;
        match open.mailbox.folder_by_path("Inbox").await {
            Err(MailError::AccessDenied { .. }) => Ok("refused, as it should be".to_owned()),
            Err(error) => Err(format!("cannot tell whether it is refused: {error}")),
            Ok(_) => {
                Err("it can be read: the grant is not limited to the watched mailboxes; see docs/watching.md"
                    .to_owned())
            }
        }
    }
}

/// The error with what to do about it.
pub(super) fn advice(error: &WatcherError) -> String {
    match error {
        WatcherError::Mail(MailError::AccessDenied { .. }) => {
            format!(
                "{error}; grant Application Mail.ReadWrite for this mailbox (docs/watching.md), which takes up to 2 hours"
            )
        }
        WatcherError::Mail(MailError::NotFound { .. }) => format!("{error}; check mailboxAddress and folderPath"),
        WatcherError::Mail(MailError::Unreachable { .. }) => {
            format!("{error}; check graph.base_url, graph.authority and the network")
        }
        other => other.to_string(),
    }
}
