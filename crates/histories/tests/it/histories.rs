//! Random histories, as many as a test run has time for.

use anyhow::Result;
use std::thread;
use stormwire_histories::{History, Seen, Template, shrink};

/// One per core of a small machine.
const THREADS: u64 = 2;
const HISTORIES: u64 = 10;
const LENGTH: usize = 25;

#[test]
fn no_history_breaks_a_rule() {
    let template = Template::make().unwrap();
    let template = &template;
    let seen = thread::scope(|scope| {
        let threads: Vec<_> = (0..THREADS).map(|first| scope.spawn(move || run_each(template, first))).collect();
        let mut seen = Seen::default();
        for thread in threads {
            seen.merge(&thread.join().expect("a history has broken a rule, see above").unwrap());
        }
        seen
    });
    assert!(seen.events > 20 && seen.received > 20 && seen.strikes > 10, "the rules had nothing to judge: {seen:#?}");
}

fn run_each(template: &Template, first: u64) -> Result<Seen> {
    let mut seen = Seen::default();
    for seed in (first..HISTORIES).step_by(usize::try_from(THREADS)?) {
        let history = History::draw(seed, LENGTH);
        let outcome = history.run(template)?;
        if let Some(failure) = outcome.failure {
            let lines = shrink(&history, template, &failure)?.run(template)?.lines.join("\n");
            panic!("history {seed}: {failure}\n{lines}");
        }
        seen.merge(&outcome.seen);
    }
    Ok(seen)
}
