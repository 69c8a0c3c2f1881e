//! Checks every credential and every watcher against the mail provider, for `stormwire check`.

use super::{Admin, sender_rule};
use crate::error::WatcherError;
use jiff::SignedDuration;
use stormwire_graph::MailError;
use stormwire_store::StoreError;
use stormwire_store::tables::sealed::SealedColumn;
use stormwire_store::tables::watcher::{self, Mode, Watcher, WatcherKind};
use stormwire_store::tables::{action, credential};

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CheckResult {
    /// What was checked.
    pub name: String,
    /// The error says what to do.
    pub outcome: Result<String, String>,
}

/// With a larger difference between the clocks the age of strikes is unreliable.
pub(super) const CLOCK_TOLERANCE: SignedDuration = SignedDuration::from_secs(30);

impl Admin {
    /// Creates the folder `Processed` if it is missing, like the first message does: this is the only way to test write
    /// access. Creates and deletes a subscription, which makes the provider call this service: it must be running. `outside` is a mailbox to which the application must have no access.
    pub async fn check_connections(&self, outside: Option<&str>) -> Result<Vec<CheckResult>, StoreError> {
        let mut conn = self.store.reader().await?;
        let mut results = Vec::new();
        for one in credential::list(&mut conn, None).await? {
            let sealed = SealedColumn::ClientSecret.get(&mut conn, one.id.get()).await?;
            let location = SealedColumn::ClientSecret.location(one.id.get());
            let outcome = match sealed.map(|sealed| self.secrets.open(&location, &sealed).map(|_| ())) {
                Some(Ok(())) if one.certificate_thumbprint.is_some() => Ok("the certificate can be read".to_owned()),
                Some(Ok(())) => Ok("the client secret can be read".to_owned()),
                Some(Err(error)) => Err(error.to_string()),
                None => Err("no client secret is stored; enter one in the portal".to_owned()),
            };
            results.push(CheckResult { name: format!("credential {}", one.name), outcome });
        }
        let watchers = watcher::list(&mut conn).await?;
        drop(conn);
        let mut watchers = watchers.iter().filter(|one| one.fields.kind == WatcherKind::Mailbox).peekable();
        if let (Some(address), None) = (outside, watchers.peek()) {
            // Passing would mean that the access was tested.
            let advice = "nothing to check: no watcher reads a mailbox; add one, then run the command again";
            results.push(CheckResult { name: format!("no access to {address}"), outcome: Err(advice.to_owned()) });
        }
        for watcher in watchers {
            let name = &watcher.fields.name;
            let outcome = self.check_connection(watcher).await.map_err(|error| with_advice(&error));
            results.push(CheckResult { name: format!("watcher {name}"), outcome });
            if let Some(address) = outside {
                let outcome = self.check_no_access(watcher, address).await;
                results.push(CheckResult { name: format!("watcher {name}: no access to {address}"), outcome });
            }
        }
        Ok(results)
    }

    /// Enabled watchers that store strikes of senders who are not verified.
    pub async fn sender_warnings(&self) -> Result<Vec<String>, StoreError> {
        let mut conn = self.store.reader().await?;
        let mut warnings = Vec::new();
        for watcher in watcher::list(&mut conn).await?.into_iter().filter(|one| one.fields.is_enabled) {
            let actions = action::list(&mut conn, watcher.id).await?;
            let warning = sender_rule::warning(&watcher.fields, &actions);
            warnings.extend(warning.map(|text| format!("watcher {}: {text}", watcher.fields.name)));
        }
        Ok(warnings)
    }

    async fn check_connection(&self, watcher: &Watcher) -> Result<String, WatcherError> {
        let fields = &watcher.fields;
        let open = self.mailboxes.open(fields).await?;
        let folder = open.find_folder(fields).await?;
        let count = open.mailbox.count(&folder).await?;
        if fields.move_on_process {
            open.mailbox.child_folder(&folder, "Processed").await?;
        }
        if fields.mode == Mode::Subscription {
            self.test_subscription(&open, &folder).await.map_err(|error| self.explain_rejection(error))?;
        }
        if let Some(ahead) = open.account.clock_difference().filter(|ahead| ahead.abs() > CLOCK_TOLERANCE) {
            let text = clock_error(ahead);
            return Err(WatcherError::Conflict(text));
        }
        let disabled = if fields.is_enabled { "" } else { "; the watcher is disabled" };
        let (mailbox, count) = (&fields.mailbox_address, message_count(count));
        Ok(format!("{mailbox}: the folder can be read and written and contains {count}{disabled}"))
    }

    /// Detects a permission that is granted for the whole tenant.
    async fn check_no_access(&self, watcher: &Watcher, address: &str) -> Result<String, String> {
        let opened = self.mailboxes.open_address(watcher.fields.credential_id, address).await;
        let open = opened.map_err(|error| with_advice(&error))?;
        match open.mailbox.folder_by_path("Inbox").await {
            Err(MailError::AccessDenied { .. }) => Ok("access is denied, as required".to_owned()),
            Err(error) => Err(format!("cannot verify that access is denied: {error}")),
            Ok(_) => {
                Err("the mailbox can be read: limit the permission to the watched mailboxes (see /docs/guide/microsoft-365)"
                    .to_owned())
            }
        }
    }
}

pub(super) fn clock_error(provider_ahead: SignedDuration) -> String {
    let seconds = provider_ahead.as_secs().abs();
    format!("this machine's clock differs from the provider's by {seconds} s; synchronize it, for example with NTP")
}

pub(super) fn message_count(count: u64) -> String {
    if count == 1 { "1 message".to_owned() } else { format!("{count} messages") }
}

/// The error and what to do.
pub(super) fn with_advice(error: &WatcherError) -> String {
    match error {
        WatcherError::Mail(MailError::AccessDenied { .. }) => {
            format!(
                "{error}; grant the application permission Mail.ReadWrite for this mailbox (see /docs/guide/microsoft-365); a new grant takes up to 2 hours"
            )
        }
        WatcherError::Mail(MailError::NotFound { .. }) => {
            format!("{error}; check the mailbox address and the folder path")
        }
        WatcherError::Mail(MailError::TimedOut { call, after }) => {
            format!("the mail provider did not answer within {} s ({call}); try again later", after.as_secs())
        }
        WatcherError::Mail(MailError::Unreachable { .. }) => {
            format!("{error}; check graph.base_url, graph.authority and the network")
        }
        other => other.to_string(),
    }
}
