//! What the service keeps: mailboxes, folders, messages and their changes. Knows no HTTP and no JSON; it is handed the
//! time, and it answers with what was found or why not.

pub(crate) mod folder;
pub(crate) mod id;
pub(crate) mod mailbox;
pub(crate) mod message;
#[cfg(test)]
mod tests;

use mailbox::Mailbox;
use sha2::{Digest, Sha256};
use std::collections::HashMap;

/// Why something cannot be had or done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Missing {
    Item,
    Folder,
    /// The text is no id.
    Malformed,
    NameTaken,
    /// A folder that comes with the mailbox.
    Protected,
}

/// All mailboxes, found by address or by id.
#[derive(Debug, Default)]
pub(crate) struct Store {
    mailboxes: Vec<Mailbox>,
    names: HashMap<String, usize>,
}

impl Store {
    /// The mailbox of an address, made where it is missing.
    pub(crate) fn ensure(&mut self, address: &str) -> &mut Mailbox {
        let name = address.to_lowercase();
        let at = self.names.get(&name).copied().unwrap_or_else(|| {
            let at = self.mailboxes.len();
            let mailbox = Mailbox::new(u32::try_from(at).unwrap_or(u32::MAX), address);
            self.names.insert(mailbox.guid.clone(), at);
            self.names.insert(name, at);
            self.mailboxes.push(mailbox);
            at
        });
        &mut self.mailboxes[at]
    }

    /// By address or id, whatever their case.
    pub(crate) fn get(&self, user: &str) -> Option<&Mailbox> {
        self.names.get(&user.to_lowercase()).map(|at| &self.mailboxes[*at])
    }

    pub(crate) fn all(&self) -> impl Iterator<Item = &Mailbox> {
        self.mailboxes.iter()
    }

    /// From now on the next question for each message is its first.
    pub(crate) fn forget_questions(&mut self) {
        for mailbox in &mut self.mailboxes {
            mailbox.asked_for.clear();
        }
    }

    pub(crate) fn get_mut(&mut self, user: &str) -> Option<&mut Mailbox> {
        self.names.get(&user.to_lowercase()).map(|at| &mut self.mailboxes[*at])
    }
}

/// A GUID that is always the same for the same name, so that runs can be compared.
pub(crate) fn guid(name: &str) -> String {
    let digest = Sha256::digest(name.as_bytes());
    let hex: Vec<String> = digest[..16].iter().map(|byte| format!("{byte:02x}")).collect();
    [&hex[..4], &hex[4..6], &hex[6..8], &hex[8..10], &hex[10..]].map(<[String]>::concat).join("-")
}
