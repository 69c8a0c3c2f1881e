//! Rounds by their rules: what is told, in how many pages, and what is hidden.

use super::*;
use crate::store::mailbox::{Incoming, Mailbox};
use crate::store::message::{Content, Marks};

fn at(second: i64) -> Timestamp {
    Timestamp::from_second(1_777_636_800 + second).unwrap()
}

/// A mailbox whose Inbox holds so many messages, a second apart.
fn filled(count: i64) -> (Mailbox, u32) {
    let mut mailbox = Mailbox::new(0, "storm@example.gov");
    let inbox = mailbox.well_known("inbox").unwrap();
    for second in 0..count {
        deliver(&mut mailbox, inbox, second);
    }
    (mailbox, inbox)
}

fn deliver(mailbox: &mut Mailbox, folder: u32, second: i64) -> u64 {
    let letter = Incoming { content: Content::default(), marks: Marks::default(), received_at: None, sent_at: None };
    mailbox.deliver(letter, folder, at(second)).unwrap().0
}

/// Every page of a round, and where the next one begins.
fn walk(mailbox: &Mailbox, folder: u32, round: Round, size: usize, settings: &Settings) -> (Vec<Vec<Told>>, Round) {
    let folder = mailbox.folder(folder).unwrap();
    let (mut pages, mut round) = (Vec::new(), round);
    loop {
        let page = round.page(folder, size, IdType::Immutable, settings);
        pages.push(page.told);
        round = page.round;
        if !page.more {
            return (pages, round);
        }
        assert!(pages.len() < 10_000, "the round never ends");
    }
}

fn first(mailbox: &Mailbox, wish: Wish) -> Round {
    Round::first(mailbox.version(), wish)
}

fn calm() -> Settings {
    Settings { delta_empty_pages: 0, ..Settings::default() }
}

#[test]
fn the_first_round_tells_everything_newest_first_and_ends_in_an_empty_page_with_a_next_link() {
    let (mailbox, inbox) = filled(5);
    let (pages, _) = walk(&mailbox, inbox, first(&mailbox, Wish::default()), 2, &Settings::default());
    let sizes: Vec<usize> = pages.iter().map(Vec::len).collect();
    assert_eq!(sizes, [2, 2, 1, 0, 0]);
    assert_eq!(pages[0], [Told::Here { item: 5 }, Told::Here { item: 4 }]);
    let (pages, _) = walk(&mailbox, inbox, first(&mailbox, Wish::default()), 10, &Settings::default());
    assert_eq!(pages.len(), 1, "a round of one page has no empty ones");
}

#[test]
fn later_rounds_tell_what_changed_and_nothing_twice() {
    let (mut mailbox, inbox) = filled(3);
    let archive = mailbox.well_known("archive").unwrap();
    let (_, next) = walk(&mailbox, inbox, first(&mailbox, Wish::default()), 10, &calm());
    deliver(&mut mailbox, inbox, 10);
    mailbox.move_to(1, archive, at(11)).unwrap();
    mailbox.mark(2, Marks { is_read: true, ..Marks::default() }, at(12)).unwrap();
    let (pages, next) = walk(&mailbox, inbox, next, 10, &calm());
    assert_eq!(pages, [[Told::Here { item: 4 }, Told::Gone { item: 1, placement: 0 }, Told::Here { item: 2 }]]);
    let (pages, _) = walk(&mailbox, inbox, next, 10, &calm());
    assert_eq!(pages, [[]]);
}

#[test]
fn what_arrives_while_the_first_round_is_walked_is_told_in_the_second() {
    let (mut mailbox, inbox) = filled(4);
    let round = first(&mailbox, Wish::default());
    let page = round.page(mailbox.folder(inbox).unwrap(), 2, IdType::Immutable, &calm());
    let late = deliver(&mut mailbox, inbox, 100);
    let (_, next) = walk(&mailbox, inbox, page.round, 2, &calm());
    let (pages, _) = walk(&mailbox, inbox, next, 10, &calm());
    assert_eq!(pages, [[Told::Here { item: late }]]);
}

#[test]
fn a_message_that_left_and_came_back_is_told_as_gone_whatever_the_page_size() {
    for size in [1, 2, 10] {
        let (mut mailbox, inbox) = filled(1);
        let archive = mailbox.well_known("archive").unwrap();
        let (_, next) = walk(&mailbox, inbox, first(&mailbox, Wish::default()), 10, &calm());
        mailbox.move_to(1, archive, at(1)).unwrap();
        mailbox.move_to(1, inbox, at(2)).unwrap();
        let (pages, after) = walk(&mailbox, inbox, next.clone(), size, &calm());
        assert_eq!(pages.concat(), [Told::Gone { item: 1, placement: 0 }], "{size} to a page");
        assert!(walk(&mailbox, inbox, after, size, &calm()).0.concat().is_empty(), "lost for good");
        let honest = Settings { delta_loses_returns: false, ..calm() };
        assert_eq!(walk(&mailbox, inbox, next, 10, &honest).0.concat().len(), 2);
    }
}

#[test]
fn top_ends_the_round_early_and_the_rest_never_comes() {
    let (mailbox, inbox) = filled(20);
    let wish = Wish { top: Some(5), ..Wish::default() };
    let (pages, next) = walk(&mailbox, inbox, first(&mailbox, wish.clone()), 2, &calm());
    assert_eq!(pages.concat().len(), 5);
    assert!(walk(&mailbox, inbox, next, 2, &calm()).0.concat().is_empty());
    let ignored = Settings { delta_top: DeltaTop::Ignored, ..calm() };
    assert_eq!(walk(&mailbox, inbox, first(&mailbox, wish), 2, &ignored).0.concat().len(), 20);
}

#[test]
fn a_filter_hides_older_mail_and_caps_the_round_at_five_thousand() {
    let (mailbox, inbox) = filled(6_000);
    let from = |second, inclusive| Wish { received_from: Some((at(second), inclusive)), ..Wish::default() };
    let told = |wish| walk(&mailbox, inbox, first(&mailbox, wish), 1_000, &calm()).0.concat().len();
    assert_eq!(told(from(5_990, true)), 10);
    assert_eq!(told(from(5_990, false)), 9);
    assert_eq!(told(from(0, true)), 5_000);
    assert_eq!(told(Wish::default()), 6_000);
}

#[test]
fn change_type_narrows_less_than_it_promises() {
    let told = |change_type: &str, noise: bool| {
        let (mut mailbox, inbox) = filled(4);
        let archive = mailbox.well_known("archive").unwrap();
        let settings = Settings { delta_noise: noise, ..calm() };
        let wish = Wish { change_type: Some(change_type.into()), ..Wish::default() };
        let (_, next) = walk(&mailbox, inbox, first(&mailbox, wish), 10, &settings);
        deliver(&mut mailbox, inbox, 9);
        mailbox.move_to(1, archive, at(10)).unwrap();
        mailbox.mark(2, Marks { is_read: true, ..Marks::default() }, at(11)).unwrap();
        mailbox.mark(3, Marks { flag: "flagged".into(), ..Marks::default() }, at(12)).unwrap();
        walk(&mailbox, inbox, next, 10, &settings).0.concat().len()
    };
    assert_eq!([told("created", true), told("updated", true), told("deleted", true)], [3, 3, 2]);
    assert_eq!([told("created", false), told("updated", false), told("deleted", false)], [1, 2, 1]);
}

#[test]
fn replays_and_repeats_tell_the_same_message_again() {
    let (mut mailbox, inbox) = filled(3);
    let archive = mailbox.well_known("archive").unwrap();
    let settings = Settings { delta_replays: 2, delta_repeats_moved: true, ..calm() };
    let (_, next) = walk(&mailbox, inbox, first(&mailbox, Wish::default()), 10, &settings);
    let (pages, _) = walk(&mailbox, inbox, next, 10, &settings);
    assert_eq!(pages.concat(), [Told::Here { item: 2 }, Told::Here { item: 3 }]);
    let (_, next) = walk(&mailbox, archive, first(&mailbox, Wish::default()), 10, &calm());
    mailbox.move_to(1, archive, at(9)).unwrap();
    let (pages, _) = walk(&mailbox, archive, next, 10, &Settings { delta_replays: 0, ..settings });
    assert_eq!(pages.concat(), [Told::Here { item: 1 }, Told::Here { item: 1 }]);
}
