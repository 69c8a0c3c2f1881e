use crate::store::keys::MailboxKey;
use crate::store::mailbox::Mailbox;
use std::collections::HashMap;

/// All mailboxes. Found by address or user id, ignoring case.
#[derive(Debug, Default)]
pub(crate) struct MailboxStore {
    mailboxes: Vec<Mailbox>,
    /// Index into `mailboxes` by lower-case address and by user id.
    index: HashMap<String, usize>,
}

impl MailboxStore {
    /// The mailbox of an address; created if missing.
    pub(crate) fn ensure(&mut self, address: &str) -> &mut Mailbox {
        let name = address.to_lowercase();
        let index = self.index.get(&name).copied().unwrap_or_else(|| {
            let index = self.mailboxes.len();
            let mailbox = Mailbox::new(MailboxKey(u32::try_from(index).unwrap_or(u32::MAX)), address);
            self.index.insert(mailbox.user_id.to_string(), index);
            self.index.insert(name, index);
            self.mailboxes.push(mailbox);
            index
        });
        &mut self.mailboxes[index]
    }

    pub(crate) fn get(&self, user: &str) -> Option<&Mailbox> {
        self.index.get(&user.to_lowercase()).map(|index| &self.mailboxes[*index])
    }

    pub(crate) fn get_mut(&mut self, user: &str) -> Option<&mut Mailbox> {
        self.index.get(&user.to_lowercase()).map(|index| &mut self.mailboxes[*index])
    }

    pub(crate) fn all(&self) -> impl Iterator<Item = &Mailbox> {
        self.mailboxes.iter()
    }

    /// Makes the next read of every message its first one again.
    pub(crate) fn clear_fetched(&mut self) {
        for mailbox in &mut self.mailboxes {
            mailbox.fetched.clear();
        }
    }
}
