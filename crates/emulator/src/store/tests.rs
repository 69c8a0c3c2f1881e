//! The store by its rules: ids, moves, counts, changes.

use super::folder::ChangeKind;
use super::id::IdType;
use super::mailbox::{EventKind, Incoming, Mailbox};
use super::message::{Content, Marks};
use super::*;
use jiff::Timestamp;
use proptest::prelude::*;

fn at(second: i64) -> Timestamp {
    Timestamp::from_second(1_777_636_800 + second).unwrap()
}

fn letter() -> Incoming {
    Incoming { content: Content::default(), marks: Marks::default(), received_at: None, sent_at: None }
}

fn mailbox() -> Mailbox {
    Mailbox::new(0, "storm@example.gov")
}

#[test]
fn a_move_keeps_the_immutable_id_and_changes_the_default_one() {
    let mut mailbox = mailbox();
    let (inbox, archive) = (mailbox.well_known("Inbox").unwrap(), mailbox.well_known("archive").unwrap());
    let (item, _) = mailbox.deliver(letter(), inbox, at(0)).unwrap();
    let ids = |mailbox: &Mailbox| {
        let message = mailbox.message(item).unwrap();
        (mailbox.message_id(message, IdType::Default), mailbox.message_id(message, IdType::Immutable))
    };
    let before = ids(&mailbox);
    let events = mailbox.move_to(item, archive, at(1)).unwrap();
    let after = ids(&mailbox);
    assert_ne!(before.0, after.0);
    assert_eq!(before.1, after.1);
    assert_eq!(mailbox.find(&before.0).unwrap_err(), Missing::Item);
    assert!(mailbox.find(&after.0).is_ok() && mailbox.find(&after.1).is_ok());
    assert_eq!(events.iter().map(|event| event.kind).collect::<Vec<_>>(), [EventKind::Deleted, EventKind::Created]);
}

#[test]
fn a_deleted_message_goes_to_deleted_items_and_from_there_away() {
    let mut mailbox = mailbox();
    let inbox = mailbox.well_known("inbox").unwrap();
    let (item, _) = mailbox.deliver(letter(), inbox, at(0)).unwrap();
    mailbox.delete(item, at(1)).unwrap();
    assert_eq!(mailbox.path(mailbox.message(item).unwrap().folder), "Deleted Items");
    mailbox.delete(item, at(2)).unwrap();
    assert!(mailbox.message(item).is_none());
}

#[test]
fn a_name_is_taken_whatever_its_case_and_a_folder_is_found_by_its_path() {
    let mut mailbox = mailbox();
    let processed = mailbox.folder_at("Inbox/Processed");
    assert_eq!(mailbox.folder_at("inbox/PROCESSED"), processed);
    assert_eq!(mailbox.path(processed), "Inbox/Processed");
    let inbox = mailbox.well_known("inbox").unwrap();
    assert_eq!(mailbox.create_folder(inbox, "processed", false), Err(Missing::NameTaken));
    assert_eq!(mailbox.remove_folder(inbox).unwrap_err(), Missing::Protected);
    mailbox.remove_folder(processed).unwrap();
    assert_eq!(mailbox.find_folder(&mailbox.folder_id(processed)).unwrap_err(), Missing::Folder);
}

#[test]
fn a_message_that_left_and_came_back_is_hidden_from_immutable_ids_alone() {
    let mut mailbox = mailbox();
    let (inbox, archive) = (mailbox.well_known("inbox").unwrap(), mailbox.well_known("archive").unwrap());
    let (item, _) = mailbox.deliver(letter(), inbox, at(0)).unwrap();
    let since = mailbox.version();
    mailbox.move_to(item, archive, at(1)).unwrap();
    mailbox.move_to(item, inbox, at(2)).unwrap();
    let folder = mailbox.folder(inbox).unwrap();
    let kinds: Vec<_> = folder.changes_after(since).map(|change| change.kind).collect();
    assert_eq!(kinds, [ChangeKind::Left, ChangeKind::MovedIn]);
    let back = folder.changes_after(since).last().unwrap();
    assert!(folder.hides(back, since, IdType::Immutable));
    assert!(!folder.hides(back, since, IdType::Default));
    assert!(!folder.hides(back, back.version - 1, IdType::Immutable), "told of when the leaving was told before");
}

proptest! {
    /// Whatever is done, the counts of a folder are those of what lies in it, and each message has one newest change.
    #[test]
    fn counts_and_changes_agree_with_what_lies_there(steps in prop::collection::vec((0..4u8, 0..8u64, any::<bool>()), 0..60)) {
        let mut mailbox = mailbox();
        let places = ["inbox", "archive", "drafts"].map(|name| mailbox.well_known(name).unwrap());
        for (second, (what, which, flag)) in steps.into_iter().enumerate() {
            let now = at(i64::try_from(second).unwrap());
            match what {
                0 => { mailbox.deliver(letter(), places[usize::from(flag)], now).unwrap(); }
                1 => { let _ = mailbox.mark(which, Marks { is_read: flag, ..Marks::default() }, now); }
                2 => { let _ = mailbox.move_to(which, places[usize::from(flag) + 1], now); }
                _ => { let _ = mailbox.delete(which, now); }
            }
        }
        for number in places {
            let folder = mailbox.folder(number).unwrap();
            let here: Vec<_> = mailbox.messages().filter(|message| message.folder == number).collect();
            prop_assert_eq!(folder.by_received.len(), here.len());
            prop_assert_eq!(folder.unread, here.iter().filter(|message| !message.marks.is_read).count());
            prop_assert_eq!(folder.size, here.iter().map(|message| message.content.size()).sum::<usize>());
            let told = folder.changes_after(0).filter(|change| change.kind != ChangeKind::Left).count();
            prop_assert_eq!(told, here.len());
        }
    }
}
