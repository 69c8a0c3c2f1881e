//! A mailbox: its folders, its messages, and every operation on them. Each change to a message increments the version
//! and returns a [`MailboxEvent`], which causes notifications.

use crate::guid::stable_guid;
use crate::store::error::StoreError;
use crate::store::event::{ChangeType, MailboxEvent};
use crate::store::exchange_id::{self, AttachmentId, ExchangeId, IdType, MalformedId};
use crate::store::folder::{Folder, FolderChangeKind};
use crate::store::folder_tree::FolderTree;
use crate::store::keys::{FolderKey, MailboxKey, MessageKey, UserId, Version};
use crate::store::message::{Message, MessageIdentity, MutableProperties, NewMessage};
use crate::store::well_known_folder::WellKnownFolder;
use jiff::Timestamp;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

#[derive(Debug)]
pub(crate) struct Mailbox {
    key: MailboxKey,
    pub(crate) address: String,
    pub(crate) user_id: UserId,
    /// If set, only applications of this tenant can see the mailbox.
    pub(crate) tenant: Option<String>,
    pub(crate) access: MailboxAccess,
    /// A full mailbox takes no new mail.
    pub(crate) is_full: bool,
    /// Where a rule moves new mail; `None` leaves it in the Inbox.
    pub(crate) rule_folder: Option<FolderKey>,
    pub(crate) folders: FolderTree,
    messages: HashMap<MessageKey, Message>,
    next_message: MessageKey,
    version: Version,
    /// Messages that a client has read at least once; the fault `notFoundOnce` needs it.
    pub(crate) fetched: HashSet<MessageKey>,
}

/// Whether applications can use a mailbox.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, serde::Deserialize, serde::Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) enum MailboxAccess {
    #[default]
    Open,
    /// The application has no permission for it.
    Denied,
    /// Soft-deleted, or hosted on premises.
    Inactive,
}

impl Mailbox {
    pub(crate) fn new(key: MailboxKey, address: &str) -> Self {
        Self {
            key,
            address: address.to_owned(),
            user_id: UserId(stable_guid(&address.to_lowercase())),
            tenant: None,
            access: MailboxAccess::Open,
            is_full: false,
            rule_folder: None,
            folders: FolderTree::new(),
            messages: HashMap::new(),
            next_message: MessageKey(1),
            version: Version::default(),
            fetched: HashSet::new(),
        }
    }

    pub(crate) fn version(&self) -> Version {
        self.version
    }

    pub(crate) fn folder_id(&self, folder: FolderKey) -> String {
        exchange_id::encode(self.key, ExchangeId::Folder(folder))
    }

    pub(crate) fn message_id(&self, message: MessageIdentity, id_type: IdType) -> String {
        exchange_id::encode(self.key, ExchangeId::of_message(message, id_type))
    }

    pub(crate) fn attachment_id(&self, message: MessageIdentity, id_type: IdType, index: usize) -> String {
        let index = u16::try_from(index).unwrap_or(u16::MAX);
        let message = ExchangeId::of_message(message, id_type);
        exchange_id::encode_attachment(self.key, AttachmentId { message, index })
    }

    /// Finds a folder by well-known name or id.
    pub(crate) fn find_folder(&self, name_or_id: &str) -> Result<&Folder, StoreError> {
        let key = match WellKnownFolder::parse(name_or_id) {
            Some(folder) => self.folders.well_known(folder),
            None => match exchange_id::decode(self.key, name_or_id) {
                Ok(Some(ExchangeId::Folder(key))) => key,
                Ok(_) => return Err(StoreError::FolderNotFound),
                Err(MalformedId) => return Err(StoreError::MalformedId),
            },
        };
        self.folders.get(key).ok_or(StoreError::FolderNotFound)
    }

    /// Finds a message by either of its ids.
    pub(crate) fn find_message(&self, id: &str) -> Result<&Message, StoreError> {
        match exchange_id::decode(self.key, id) {
            Ok(Some(id)) => self.resolve(id).ok_or(StoreError::MessageNotFound),
            Ok(None) => Err(StoreError::MessageNotFound),
            Err(MalformedId) => Err(StoreError::MalformedId),
        }
    }

    /// Finds the index of one of a message's attachments.
    pub(crate) fn find_attachment(&self, message: &Message, id: &str) -> Result<usize, StoreError> {
        let decoded = exchange_id::decode_attachment(self.key, id).map_err(|MalformedId| StoreError::MalformedId)?;
        let decoded = decoded.ok_or(StoreError::MessageNotFound)?;
        let belongs = self.resolve(decoded.message).is_some_and(|owner| owner.key == message.key);
        let index = usize::from(decoded.index);
        if belongs && index < message.content.attachments.len() { Ok(index) } else { Err(StoreError::MessageNotFound) }
    }

    fn resolve(&self, id: ExchangeId) -> Option<&Message> {
        match id {
            ExchangeId::ImmutableMessage(key) => self.messages.get(&key),
            ExchangeId::Message(identity) => {
                self.messages.get(&identity.key).filter(|message| message.identity() == identity)
            }
            ExchangeId::Folder(_) => None,
        }
    }

    pub(crate) fn message(&self, key: MessageKey) -> Option<&Message> {
        self.messages.get(&key)
    }

    pub(crate) fn messages(&self) -> impl Iterator<Item = &Message> {
        self.messages.values()
    }

    /// The messages of one folder, newest first.
    pub(crate) fn messages_in(&self, folder: &Folder) -> impl Iterator<Item = &Message> {
        folder.by_received.iter().rev().filter_map(|order| self.messages.get(&order.message))
    }

    /// Removes a folder with all folders and messages in it.
    pub(crate) fn remove_folder(&mut self, folder: FolderKey) -> Result<Vec<MailboxEvent>, StoreError> {
        let mut events = Vec::new();
        for folder in self.folders.remove(folder)? {
            for (_, message) in self.messages.extract_if(|_, message| message.folder == folder) {
                let change_type = ChangeType::Deleted;
                events.push(MailboxEvent { folder, change_type, before: Some(message), after: None });
            }
        }
        Ok(events)
    }

    pub(crate) fn empty_folder(&mut self, path: &str) {
        let folder = self.folders.ensure_path(path);
        self.messages.retain(|_, message| message.folder != folder);
    }

    /// The folder is created if missing. An empty path removes the rule.
    pub(crate) fn set_rule_folder(&mut self, path: &str) {
        self.rule_folder = (!path.is_empty()).then(|| self.folders.ensure_path(path));
    }

    /// Delivers new mail as Exchange does: to the Inbox, or where a rule moves it. `None` if the mailbox is full: the mail
    /// goes back to its sender.
    pub(crate) fn receive(&mut self, new: NewMessage, now: Timestamp) -> Option<DeliveredMessage> {
        let inbox = self.folders.well_known(WellKnownFolder::Inbox);
        let folder = self.rule_folder.filter(|folder| self.folders.get(*folder).is_some()).unwrap_or(inbox);
        if self.is_full { None } else { self.deliver(new, folder, now).ok() }
    }

    /// Stores a message. The event's `after` is the stored message.
    pub(crate) fn deliver(
        &mut self,
        new: NewMessage,
        folder: FolderKey,
        now: Timestamp,
    ) -> Result<DeliveredMessage, StoreError> {
        let version = self.next_version();
        let key = self.next_message;
        let received_at = new.received_at.unwrap_or(now);
        let mut content = new.content;
        if content.internet_message_id.is_empty() {
            content.internet_message_id = format!("<{}.{}@emulator.invalid>", self.user_id, key.0);
        }
        let message = Message {
            key,
            move_count: 0,
            folder,
            version,
            created_at: now,
            modified_at: now,
            received_at,
            sent_at: new.sent_at.unwrap_or(received_at),
            properties: new.properties,
            content: Arc::new(content),
        };
        let target = self.folders.get_mut(folder).ok_or(StoreError::FolderNotFound)?;
        target.add(&message, FolderChangeKind::Arrived);
        self.next_message = MessageKey(key.0 + 1);
        self.messages.insert(key, message.clone());
        let identity = message.identity();
        let event = MailboxEvent { folder, change_type: ChangeType::Created, before: None, after: Some(message) };
        Ok(DeliveredMessage { message: identity, event })
    }

    pub(crate) fn update(
        &mut self,
        key: MessageKey,
        properties: MutableProperties,
        now: Timestamp,
    ) -> Result<MailboxEvent, StoreError> {
        let version = self.next_version();
        let before = self.messages.get(&key).ok_or(StoreError::MessageNotFound)?.clone();
        let after = Message { version, modified_at: now, properties, ..before.clone() };
        if let Some(folder) = self.folders.get_mut(before.folder) {
            folder.update(&before, &after);
        }
        self.messages.insert(key, after.clone());
        let (before, folder) = (Some(before), after.folder);
        Ok(MailboxEvent { folder, change_type: ChangeType::Updated, before, after: Some(after) })
    }

    /// Moving deletes the message in one folder and creates it in the other with a new default id.
    pub(crate) fn move_to(
        &mut self,
        key: MessageKey,
        target: FolderKey,
        now: Timestamp,
    ) -> Result<Vec<MailboxEvent>, StoreError> {
        let before = self.messages.get(&key).ok_or(StoreError::MessageNotFound)?.clone();
        if self.folders.get(target).is_none() {
            return Err(StoreError::FolderNotFound);
        }
        let left = self.next_version();
        let version = self.next_version();
        let move_count = before.move_count + 1;
        let after = Message { folder: target, move_count, version, modified_at: now, ..before.clone() };
        if let Some(folder) = self.folders.get_mut(before.folder) {
            folder.remove(&before, left);
        }
        if let Some(folder) = self.folders.get_mut(target) {
            folder.add(&after, FolderChangeKind::MovedIn);
        }
        self.messages.insert(key, after.clone());
        let source = before.folder;
        Ok(vec![
            MailboxEvent { folder: source, change_type: ChangeType::Deleted, before: Some(before), after: None },
            MailboxEvent { folder: target, change_type: ChangeType::Created, before: None, after: Some(after) },
        ])
    }

    /// Moves a message to Deleted Items. Deletes it for good if it is already there.
    pub(crate) fn delete(&mut self, key: MessageKey, now: Timestamp) -> Result<Vec<MailboxEvent>, StoreError> {
        let message = self.messages.get(&key).ok_or(StoreError::MessageNotFound)?.clone();
        let deleted_items = self.folders.well_known(WellKnownFolder::DeletedItems);
        if message.folder != deleted_items {
            return self.move_to(key, deleted_items, now);
        }
        let version = self.next_version();
        if let Some(folder) = self.folders.get_mut(deleted_items) {
            folder.remove(&message, version);
        }
        self.messages.remove(&key);
        let (folder, change_type) = (deleted_items, ChangeType::Deleted);
        Ok(vec![MailboxEvent { folder, change_type, before: Some(message), after: None }])
    }

    fn next_version(&mut self) -> Version {
        self.version = self.version.next();
        self.version
    }
}

/// A message that was stored.
#[derive(Debug)]
pub(crate) struct DeliveredMessage {
    pub(crate) message: MessageIdentity,
    pub(crate) event: MailboxEvent,
}
