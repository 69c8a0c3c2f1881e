//! A mailbox: its folders, its messages, and everything that can be done to them. Each change counts the mailbox's
//! version up and is told as an [`Event`], from which notifications are made.

use crate::store::folder::{ChangeKind, Folder, WELL_KNOWN};
use crate::store::id::{self, Id, IdType};
use crate::store::message::{Content, Marks, Message};
use crate::store::{Missing, guid};
use jiff::Timestamp;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;

#[derive(Debug)]
pub(crate) struct Mailbox {
    number: u32,
    pub(crate) address: String,
    pub(crate) guid: String,
    /// Only an application of this tenant finds it; any, where none was said.
    pub(crate) tenant: Option<String>,
    pub(crate) access: Access,
    folders: BTreeMap<u32, Folder>,
    messages: HashMap<u64, Message>,
    well_known: HashMap<&'static str, u32>,
    next_item: u64,
    next_folder: u32,
    version: u64,
    /// Messages that were asked for at least once.
    pub(crate) asked_for: HashSet<u64>,
}

/// Whether an application gets in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, serde::Deserialize, serde::Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) enum Access {
    #[default]
    Open,
    /// Outside of what the application was granted.
    Denied,
    /// Soft-deleted, or kept elsewhere.
    Inactive,
}

/// Something happened to a message in a folder.
#[derive(Debug, Clone)]
pub(crate) struct Event {
    pub(crate) folder: u32,
    pub(crate) kind: EventKind,
    pub(crate) before: Option<Message>,
    pub(crate) after: Option<Message>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum EventKind {
    Created,
    Updated,
    Deleted,
}

/// A message that comes in.
#[derive(Debug, Clone)]
pub(crate) struct Incoming {
    pub(crate) content: Content,
    pub(crate) marks: Marks,
    pub(crate) received_at: Option<Timestamp>,
    pub(crate) sent_at: Option<Timestamp>,
}

impl Mailbox {
    pub(crate) fn new(number: u32, address: &str) -> Self {
        let mut mailbox = Self {
            number,
            address: address.to_owned(),
            guid: guid(&address.to_lowercase()),
            tenant: None,
            access: Access::Open,
            folders: BTreeMap::new(),
            messages: HashMap::new(),
            well_known: HashMap::new(),
            next_item: 1,
            next_folder: 1,
            version: 0,
            asked_for: HashSet::new(),
        };
        let root = mailbox.add_folder(None, "Top of Information Store", false);
        mailbox.well_known.insert("msgfolderroot", root);
        for (known, name, parent, hidden) in WELL_KNOWN {
            let parent = mailbox.well_known.get(parent).copied();
            let number = mailbox.add_folder(parent, name, *hidden);
            mailbox.well_known.insert(known, number);
        }
        mailbox.folders.values_mut().for_each(|folder| folder.is_well_known = true);
        mailbox
    }

    pub(crate) fn root(&self) -> u32 {
        self.well_known["msgfolderroot"]
    }

    pub(crate) fn well_known(&self, name: &str) -> Option<u32> {
        self.well_known.get(name.to_lowercase().as_str()).copied()
    }

    pub(crate) fn version(&self) -> u64 {
        self.version
    }

    pub(crate) fn folder(&self, number: u32) -> Option<&Folder> {
        self.folders.get(&number)
    }

    pub(crate) fn folder_id(&self, number: u32) -> String {
        id::write(self.number, Id::Folder { number })
    }

    pub(crate) fn message_id(&self, message: &Message, ids: IdType) -> String {
        id::write(self.number, naming(message, ids))
    }

    pub(crate) fn attachment_id(&self, message: &Message, ids: IdType, index: usize) -> String {
        id::write_attachment(self.number, naming(message, ids), u16::try_from(index).unwrap_or(u16::MAX))
    }

    /// The folder that a path segment names: by a well-known name or by its id.
    pub(crate) fn find_folder(&self, text: &str) -> Result<&Folder, Missing> {
        let number = match self.well_known(text) {
            Some(number) => number,
            None => match id::read(self.number, text) {
                Ok(Some(Id::Folder { number })) => number,
                Ok(_) => return Err(Missing::Folder),
                Err(id::Malformed) => return Err(Missing::Malformed),
            },
        };
        self.folders.get(&number).ok_or(Missing::Folder)
    }

    /// The message that a path segment names, by either of its ids.
    pub(crate) fn find(&self, text: &str) -> Result<&Message, Missing> {
        match id::read(self.number, text) {
            Ok(Some(id)) => self.named(id).ok_or(Missing::Item),
            Ok(None) => Err(Missing::Item),
            Err(id::Malformed) => Err(Missing::Malformed),
        }
    }

    /// The message and the place of the attachment that a path segment names.
    pub(crate) fn find_attachment(&self, message: &Message, text: &str) -> Result<usize, Missing> {
        let (id, index) =
            id::read_attachment(self.number, text).map_err(|_| Missing::Malformed)?.ok_or(Missing::Item)?;
        let known = self.named(id).is_some_and(|named| named.item == message.item);
        let index = usize::from(index);
        if known && index < message.content.attachments.len() { Ok(index) } else { Err(Missing::Item) }
    }

    fn named(&self, id: Id) -> Option<&Message> {
        match id {
            Id::Immutable { item } => self.messages.get(&item),
            Id::Placed { item, placement } => self.messages.get(&item).filter(|message| message.placement == placement),
            Id::Folder { .. } => None,
        }
    }

    pub(crate) fn message(&self, item: u64) -> Option<&Message> {
        self.messages.get(&item)
    }

    pub(crate) fn messages(&self) -> impl Iterator<Item = &Message> {
        self.messages.values()
    }

    /// Those of one folder, newest first.
    pub(crate) fn messages_in(&self, folder: &Folder) -> impl Iterator<Item = &Message> {
        folder.by_received.iter().rev().filter_map(|(_, item)| self.messages.get(item))
    }

    pub(crate) fn children(&self, parent: u32) -> impl Iterator<Item = &Folder> {
        self.folders.values().filter(move |folder| folder.parent == Some(parent))
    }

    /// Display names from the root down, joined by a slash.
    pub(crate) fn path(&self, number: u32) -> String {
        let mut names = Vec::new();
        let mut next = self.folders.get(&number);
        while let Some(folder) = next.filter(|folder| folder.parent.is_some()) {
            names.push(folder.name.as_str());
            next = folder.parent.and_then(|parent| self.folders.get(&parent));
        }
        names.reverse();
        names.join("/")
    }

    /// The folder at a path of display names, made where it is missing; the first may be a well-known name.
    pub(crate) fn folder_at(&mut self, path: &str) -> u32 {
        let root = self.root();
        path.split('/').filter(|name| !name.is_empty()).fold(root, |parent, name| {
            let known = self.child(parent, name).map(|folder| folder.number);
            let known = known.or_else(|| self.well_known(name).filter(|_| parent == root));
            known.unwrap_or_else(|| self.add_folder(Some(parent), name, false))
        })
    }

    fn child(&self, parent: u32, name: &str) -> Option<&Folder> {
        let name = name.to_lowercase();
        self.children(parent).find(|folder| folder.name.to_lowercase() == name)
    }

    pub(crate) fn create_folder(&mut self, parent: u32, name: &str, hidden: bool) -> Result<u32, Missing> {
        if self.child(parent, name).is_some() {
            return Err(Missing::NameTaken);
        }
        Ok(self.add_folder(Some(parent), name, hidden))
    }

    pub(crate) fn rename_folder(&mut self, number: u32, name: &str) -> Result<(), Missing> {
        let parent = self.folders.get(&number).ok_or(Missing::Folder)?.parent.ok_or(Missing::Protected)?;
        if self.child(parent, name).is_some_and(|folder| folder.number != number) {
            return Err(Missing::NameTaken);
        }
        let folder = self.folders.get_mut(&number).ok_or(Missing::Folder)?;
        name.clone_into(&mut folder.name);
        Ok(())
    }

    /// Removes a folder with everything in it.
    pub(crate) fn remove_folder(&mut self, number: u32) -> Result<Vec<Event>, Missing> {
        if self.folders.get(&number).ok_or(Missing::Folder)?.is_well_known {
            return Err(Missing::Protected);
        }
        let mut doomed = vec![number];
        let mut events = Vec::new();
        while let Some(next) = doomed.pop() {
            doomed.extend(self.children(next).map(|folder| folder.number));
            self.folders.remove(&next);
            for (_, message) in self.messages.extract_if(|_, message| message.folder == next) {
                events.push(Event { folder: next, kind: EventKind::Deleted, before: Some(message), after: None });
            }
        }
        Ok(events)
    }

    fn add_folder(&mut self, parent: Option<u32>, name: &str, hidden: bool) -> u32 {
        let number = self.next_folder;
        self.next_folder += 1;
        let mut folder = Folder::new(number, parent, name);
        folder.is_hidden = hidden;
        self.folders.insert(number, folder);
        number
    }

    /// Puts a message into a folder.
    pub(crate) fn deliver(&mut self, incoming: Incoming, folder: u32, now: Timestamp) -> Result<(u64, Event), Missing> {
        let version = self.count();
        let item = self.next_item;
        let received_at = incoming.received_at.unwrap_or(now);
        let mut content = incoming.content;
        if content.internet_message_id.is_empty() {
            content.internet_message_id = format!("<{}.{item}@emulator.invalid>", self.guid);
        }
        let message = Message {
            item,
            placement: 0,
            folder,
            version,
            created_at: now,
            modified_at: now,
            received_at,
            sent_at: incoming.sent_at.unwrap_or(received_at),
            marks: incoming.marks,
            content: Arc::new(content),
        };
        self.folders.get_mut(&folder).ok_or(Missing::Folder)?.enter(&message, ChangeKind::Arrived);
        self.next_item += 1;
        self.messages.insert(item, message.clone());
        Ok((item, Event { folder, kind: EventKind::Created, before: None, after: Some(message) }))
    }

    /// Changes the marks of a message.
    pub(crate) fn mark(&mut self, item: u64, marks: Marks, now: Timestamp) -> Result<Event, Missing> {
        let version = self.count();
        let before = self.messages.get(&item).ok_or(Missing::Item)?.clone();
        let after = Message { version, modified_at: now, marks, ..before.clone() };
        if let Some(folder) = self.folders.get_mut(&before.folder) {
            folder.update(&before, &after);
        }
        self.messages.insert(item, after.clone());
        Ok(Event { folder: after.folder, kind: EventKind::Updated, before: Some(before), after: Some(after) })
    }

    /// Moves a message: it leaves one folder and is new in the other, under a new default id.
    pub(crate) fn move_to(&mut self, item: u64, to: u32, now: Timestamp) -> Result<Vec<Event>, Missing> {
        let before = self.messages.get(&item).ok_or(Missing::Item)?.clone();
        if !self.folders.contains_key(&to) {
            return Err(Missing::Folder);
        }
        let left = self.count();
        let arrived = self.count();
        let after = Message {
            folder: to,
            placement: before.placement + 1,
            version: arrived,
            modified_at: now,
            ..before.clone()
        };
        if let Some(folder) = self.folders.get_mut(&before.folder) {
            folder.leave(&before, left);
        }
        if let Some(folder) = self.folders.get_mut(&to) {
            folder.enter(&after, ChangeKind::MovedIn);
        }
        self.messages.insert(item, after.clone());
        Ok(vec![
            Event { folder: before.folder, kind: EventKind::Deleted, before: Some(before), after: None },
            Event { folder: to, kind: EventKind::Created, before: None, after: Some(after) },
        ])
    }

    /// Throws a message into Deleted Items, or away when it lies there already.
    pub(crate) fn delete(&mut self, item: u64, now: Timestamp) -> Result<Vec<Event>, Missing> {
        let message = self.messages.get(&item).ok_or(Missing::Item)?.clone();
        let bin = self.well_known["deleteditems"];
        if message.folder != bin {
            return self.move_to(item, bin, now);
        }
        let version = self.count();
        if let Some(folder) = self.folders.get_mut(&bin) {
            folder.leave(&message, version);
        }
        self.messages.remove(&item);
        Ok(vec![Event { folder: bin, kind: EventKind::Deleted, before: Some(message), after: None }])
    }

    fn count(&mut self) -> u64 {
        self.version += 1;
        self.version
    }
}

fn naming(message: &Message, ids: IdType) -> Id {
    let Message { item, placement, .. } = *message;
    match ids {
        IdType::Default => Id::Placed { item, placement },
        IdType::Immutable => Id::Immutable { item },
    }
}
