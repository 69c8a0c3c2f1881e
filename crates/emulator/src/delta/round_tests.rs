//! Rules of delta rounds: which messages they return, in how many pages, and which they omit.

use crate::delta::round::{DeltaEntry, DeltaOptions, DeltaRound, ReceivedFrom};
use crate::settings::{DeltaTopHandling, Settings};
use crate::store::event::ChangeType;
use crate::store::exchange_id::IdType;
use crate::store::keys::{FolderKey, MailboxKey, MessageKey};
use crate::store::mailbox::Mailbox;
use crate::store::message::{MessageContent, MessageIdentity, MutableProperties, NewMessage};
use crate::store::well_known_folder::WellKnownFolder;
use jiff::Timestamp;

fn at(second: i64) -> Timestamp {
    Timestamp::from_second(1_777_636_800 + second).unwrap()
}

/// A mailbox with that many messages in the Inbox, one second apart.
fn filled(count: i64) -> (Mailbox, FolderKey) {
    let mut mailbox = Mailbox::new(MailboxKey(0), "storm@example.gov");
    let inbox = mailbox.folders.well_known(WellKnownFolder::Inbox);
    for second in 0..count {
        deliver(&mut mailbox, inbox, second);
    }
    (mailbox, inbox)
}

fn archive(mailbox: &Mailbox) -> FolderKey {
    mailbox.folders.well_known(WellKnownFolder::Archive)
}

fn deliver(mailbox: &mut Mailbox, folder: FolderKey, second: i64) -> MessageKey {
    let message = NewMessage {
        content: MessageContent::default(),
        properties: MutableProperties::default(),
        received_at: None,
        sent_at: None,
    };
    mailbox.deliver(message, folder, at(second)).unwrap().message.key
}

fn mark_read(mailbox: &mut Mailbox, key: u64, second: i64) {
    let properties = MutableProperties { is_read: true, ..MutableProperties::default() };
    mailbox.update(MessageKey(key), properties, at(second)).unwrap();
}

fn present(key: u64) -> DeltaEntry {
    DeltaEntry::Present(MessageKey(key))
}

fn removed(key: u64) -> DeltaEntry {
    DeltaEntry::Removed(MessageIdentity { key: MessageKey(key), move_count: 0 })
}

/// Every page of a round, and the next round.
fn all_pages(
    mailbox: &Mailbox,
    folder: FolderKey,
    round: DeltaRound,
    size: usize,
    settings: &Settings,
) -> (Vec<Vec<DeltaEntry>>, DeltaRound) {
    let folder = mailbox.folders.get(folder).unwrap();
    let (mut pages, mut round) = (Vec::new(), round);
    loop {
        let page = round.page(folder, size, IdType::Immutable, settings);
        pages.push(page.entries);
        round = page.next;
        if !page.has_more {
            return (pages, round);
        }
        assert!(pages.len() < 10_000, "the round never ends");
    }
}

fn first(mailbox: &Mailbox, options: DeltaOptions) -> DeltaRound {
    DeltaRound::first(mailbox.version(), options)
}

fn no_empty_pages() -> Settings {
    Settings { delta_empty_pages: 0, ..Settings::default() }
}

#[test]
fn the_first_round_is_newest_first_and_ends_with_empty_pages() {
    let (mailbox, inbox) = filled(5);
    let (pages, _) = all_pages(&mailbox, inbox, first(&mailbox, DeltaOptions::default()), 2, &Settings::default());
    let sizes: Vec<usize> = pages.iter().map(Vec::len).collect();
    assert_eq!(sizes, [2, 2, 1, 0, 0]);
    assert_eq!(pages[0], [present(5), present(4)]);
    let (pages, _) = all_pages(&mailbox, inbox, first(&mailbox, DeltaOptions::default()), 10, &Settings::default());
    assert_eq!(pages.len(), 1, "a round with one page has no empty ones");
}

#[test]
fn later_rounds_return_each_change_once() {
    let (mut mailbox, inbox) = filled(3);
    let archive = archive(&mailbox);
    let (_, next) = all_pages(&mailbox, inbox, first(&mailbox, DeltaOptions::default()), 10, &no_empty_pages());
    deliver(&mut mailbox, inbox, 10);
    mailbox.move_to(MessageKey(1), archive, at(11)).unwrap();
    mark_read(&mut mailbox, 2, 12);
    let (pages, next) = all_pages(&mailbox, inbox, next, 10, &no_empty_pages());
    assert_eq!(pages, [[present(4), removed(1), present(2)]]);
    let (pages, _) = all_pages(&mailbox, inbox, next, 10, &no_empty_pages());
    assert_eq!(pages, [[]]);
}

#[test]
fn arrivals_during_the_first_round_are_in_the_second() {
    let (mut mailbox, inbox) = filled(4);
    let round = first(&mailbox, DeltaOptions::default());
    let page = round.page(mailbox.folders.get(inbox).unwrap(), 2, IdType::Immutable, &no_empty_pages());
    let late = deliver(&mut mailbox, inbox, 100);
    let (_, next) = all_pages(&mailbox, inbox, page.next, 2, &no_empty_pages());
    let (pages, _) = all_pages(&mailbox, inbox, next, 10, &no_empty_pages());
    assert_eq!(pages, [[DeltaEntry::Present(late)]]);
}

#[test]
fn a_returned_message_is_reported_as_removed_at_any_page_size() {
    for size in [1, 2, 10] {
        let (mut mailbox, inbox) = filled(1);
        let archive = archive(&mailbox);
        let (_, next) = all_pages(&mailbox, inbox, first(&mailbox, DeltaOptions::default()), 10, &no_empty_pages());
        mailbox.move_to(MessageKey(1), archive, at(1)).unwrap();
        mailbox.move_to(MessageKey(1), inbox, at(2)).unwrap();
        let (pages, after) = all_pages(&mailbox, inbox, next.clone(), size, &no_empty_pages());
        assert_eq!(pages.concat(), [removed(1)], "page size {size}");
        assert!(
            all_pages(&mailbox, inbox, after, size, &no_empty_pages()).0.concat().is_empty(),
            "never returned later"
        );
        let without_loss = Settings { delta_loses_returns: false, ..no_empty_pages() };
        assert_eq!(all_pages(&mailbox, inbox, next, 10, &without_loss).0.concat().len(), 2);
    }
}

#[test]
fn top_ends_the_round_and_omits_the_rest() {
    let (mailbox, inbox) = filled(20);
    let options = DeltaOptions { top: Some(5), ..DeltaOptions::default() };
    let (pages, next) = all_pages(&mailbox, inbox, first(&mailbox, options.clone()), 2, &no_empty_pages());
    assert_eq!(pages.concat().len(), 5);
    assert!(all_pages(&mailbox, inbox, next, 2, &no_empty_pages()).0.concat().is_empty());
    let ignored = Settings { delta_top: DeltaTopHandling::Ignored, ..no_empty_pages() };
    assert_eq!(all_pages(&mailbox, inbox, first(&mailbox, options), 2, &ignored).0.concat().len(), 20);
}

#[test]
fn a_filter_omits_older_messages_and_limits_the_round() {
    let (mailbox, inbox) = filled(6_000);
    let from = |second, is_inclusive| {
        let received_from = Some(ReceivedFrom { time: at(second), is_inclusive });
        DeltaOptions { received_from, ..DeltaOptions::default() }
    };
    let count =
        |options| all_pages(&mailbox, inbox, first(&mailbox, options), 1_000, &no_empty_pages()).0.concat().len();
    assert_eq!(count(from(5_990, true)), 10);
    assert_eq!(count(from(5_990, false)), 9);
    assert_eq!(count(from(0, true)), 5_000);
    assert_eq!(count(DeltaOptions::default()), 6_000);
}

#[test]
fn change_type_lets_noise_pass() {
    let count = |change_type: ChangeType, noise: bool| {
        let (mut mailbox, inbox) = filled(4);
        let archive = archive(&mailbox);
        let settings = Settings { delta_noise: noise, ..no_empty_pages() };
        let options = DeltaOptions { change_type: Some(change_type), ..DeltaOptions::default() };
        let (_, next) = all_pages(&mailbox, inbox, first(&mailbox, options), 10, &settings);
        deliver(&mut mailbox, inbox, 9);
        mailbox.move_to(MessageKey(1), archive, at(10)).unwrap();
        mark_read(&mut mailbox, 2, 11);
        let flagged = MutableProperties { flag_status: "flagged".into(), ..MutableProperties::default() };
        mailbox.update(MessageKey(3), flagged, at(12)).unwrap();
        all_pages(&mailbox, inbox, next, 10, &settings).0.concat().len()
    };
    let counts = |noise| {
        [ChangeType::Created, ChangeType::Updated, ChangeType::Deleted].map(|change_type| count(change_type, noise))
    };
    assert_eq!(counts(true), [3, 3, 2]);
    assert_eq!(counts(false), [1, 2, 1]);
}

#[test]
fn replays_and_repeats_return_a_message_again() {
    let (mut mailbox, inbox) = filled(3);
    let archive = archive(&mailbox);
    let settings = Settings { delta_replays: 2, delta_repeats_moved: true, ..no_empty_pages() };
    let (_, next) = all_pages(&mailbox, inbox, first(&mailbox, DeltaOptions::default()), 10, &settings);
    let (pages, _) = all_pages(&mailbox, inbox, next, 10, &settings);
    assert_eq!(pages.concat(), [present(2), present(3)]);
    let (_, next) = all_pages(&mailbox, archive, first(&mailbox, DeltaOptions::default()), 10, &no_empty_pages());
    mailbox.move_to(MessageKey(1), archive, at(9)).unwrap();
    let (pages, _) = all_pages(&mailbox, archive, next, 10, &Settings { delta_replays: 0, ..settings });
    assert_eq!(pages.concat(), [present(1), present(1)]);
}
