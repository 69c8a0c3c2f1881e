//! Rules of the store: ids, moves, counts, changes.

use crate::store::error::StoreError;
use crate::store::event::ChangeType;
use crate::store::exchange_id::IdType;
use crate::store::folder::FolderChangeKind;
use crate::store::keys::{FolderKey, MailboxKey, MessageKey, Version};
use crate::store::mailbox::Mailbox;
use crate::store::message::{MessageContent, MutableProperties, NewMessage};
use crate::store::well_known_folder::WellKnownFolder;
use jiff::Timestamp;
use proptest::prelude::*;

fn at(second: i64) -> Timestamp {
    Timestamp::from_second(1_777_636_800 + second).unwrap()
}

fn new_message() -> NewMessage {
    NewMessage {
        content: MessageContent::default(),
        properties: MutableProperties::default(),
        received_at: None,
        sent_at: None,
    }
}

fn mailbox() -> Mailbox {
    Mailbox::new(MailboxKey(0), "storm@example.gov")
}

fn folder(mailbox: &Mailbox, name: &str) -> FolderKey {
    mailbox.folders.well_known(WellKnownFolder::parse(name).unwrap())
}

#[test]
fn a_move_changes_the_default_id_and_keeps_the_immutable_id() {
    let mut mailbox = mailbox();
    let (inbox, archive) = (folder(&mailbox, "Inbox"), folder(&mailbox, "archive"));
    let key = mailbox.deliver(new_message(), inbox, at(0)).unwrap().message.key;
    let ids = |mailbox: &Mailbox| {
        let message = mailbox.message(key).unwrap().identity();
        (mailbox.message_id(message, IdType::Default), mailbox.message_id(message, IdType::Immutable))
    };
    let before = ids(&mailbox);
    let events = mailbox.move_to(key, archive, at(1)).unwrap();
    let after = ids(&mailbox);
    assert_ne!(before.0, after.0);
    assert_eq!(before.1, after.1);
    assert_eq!(mailbox.find_message(&before.0).unwrap_err(), StoreError::MessageNotFound);
    assert!(mailbox.find_message(&after.0).is_ok() && mailbox.find_message(&after.1).is_ok());
    let change_types: Vec<_> = events.iter().map(|event| event.change_type).collect();
    assert_eq!(change_types, [ChangeType::Deleted, ChangeType::Created]);
}

#[test]
fn a_second_delete_removes_the_message_for_good() {
    let mut mailbox = mailbox();
    let inbox = folder(&mailbox, "inbox");
    let key = mailbox.deliver(new_message(), inbox, at(0)).unwrap().message.key;
    mailbox.delete(key, at(1)).unwrap();
    assert_eq!(mailbox.folders.path(mailbox.message(key).unwrap().folder), "Deleted Items");
    mailbox.delete(key, at(2)).unwrap();
    assert!(mailbox.message(key).is_none());
}

#[test]
fn folder_names_and_paths_ignore_case() {
    let mut mailbox = mailbox();
    let processed = mailbox.folders.ensure_path("Inbox/Processed");
    assert_eq!(mailbox.folders.ensure_path("inbox/PROCESSED"), processed);
    assert_eq!(mailbox.folders.path(processed), "Inbox/Processed");
    let inbox = folder(&mailbox, "inbox");
    assert_eq!(mailbox.folders.create(inbox, "processed", false), Err(StoreError::FolderNameTaken));
    assert_eq!(mailbox.remove_folder(inbox).unwrap_err(), StoreError::FolderProtected);
    mailbox.remove_folder(processed).unwrap();
    assert_eq!(mailbox.find_folder(&mailbox.folder_id(processed)).unwrap_err(), StoreError::FolderNotFound);
}

#[test]
fn a_returned_message_is_lost_only_with_immutable_ids() {
    let mut mailbox = mailbox();
    let (inbox, archive) = (folder(&mailbox, "inbox"), folder(&mailbox, "archive"));
    let key = mailbox.deliver(new_message(), inbox, at(0)).unwrap().message.key;
    let since = mailbox.version();
    mailbox.move_to(key, archive, at(1)).unwrap();
    mailbox.move_to(key, inbox, at(2)).unwrap();
    let folder = mailbox.folders.get(inbox).unwrap();
    let kinds: Vec<_> = folder.changes_after(since).map(|change| change.kind).collect();
    assert_eq!(kinds, [FolderChangeKind::Left, FolderChangeKind::MovedIn]);
    let returned = folder.changes_after(since).last().unwrap();
    assert!(folder.is_lost_return(returned, since, IdType::Immutable));
    assert!(!folder.is_lost_return(returned, since, IdType::Default));
    let before_return = returned.version.saturating_sub(1);
    assert!(!folder.is_lost_return(returned, before_return, IdType::Immutable), "the removal was already returned");
}

proptest! {
    /// After any sequence of operations, the counts of a folder match its messages, and each of its messages has
    /// exactly one newest change.
    #[test]
    fn counts_and_changes_match_the_messages(steps in prop::collection::vec((0..4u8, 0..8u64, any::<bool>()), 0..60)) {
        let mut mailbox = mailbox();
        let folders = ["inbox", "archive", "drafts"].map(|name| folder(&mailbox, name));
        for (second, (operation, key, flag)) in steps.into_iter().enumerate() {
            let (now, key) = (at(i64::try_from(second).unwrap()), MessageKey(key));
            match operation {
                0 => { mailbox.deliver(new_message(), folders[usize::from(flag)], now).unwrap(); }
                1 => {
                    let properties = MutableProperties { is_read: flag, ..MutableProperties::default() };
                    let _ = mailbox.update(key, properties, now);
                }
                2 => { let _ = mailbox.move_to(key, folders[usize::from(flag) + 1], now); }
                _ => { let _ = mailbox.delete(key, now); }
            }
        }
        for key in folders {
            let folder = mailbox.folders.get(key).unwrap();
            let messages: Vec<_> = mailbox.messages().filter(|message| message.folder == key).collect();
            prop_assert_eq!(folder.by_received.len(), messages.len());
            prop_assert_eq!(folder.unread, messages.iter().filter(|message| !message.properties.is_read).count());
            prop_assert_eq!(folder.size, messages.iter().map(|message| message.content.size()).sum::<usize>());
            let changes = folder.changes_after(Version(0));
            let present = changes.filter(|change| change.kind != FolderChangeKind::Left).count();
            prop_assert_eq!(present, messages.len());
        }
    }
}
