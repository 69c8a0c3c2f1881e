//! Measures what the bounds of this crate cost and give: `cargo run --release -p stormwire-extract --example measure`.
//!
//! Hostile pairs of pattern and text (the time until the search ends, found or refused), and bodies of HTML. How fast honest
//! mail is read stands in `bench`.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use stormwire_extract::{Config, Extractor, Limits, Source, body_text};

const MIB: usize = 1024 * 1024;

#[expect(clippy::disallowed_methods, reason = "this program measures time, and nothing else depends on it")]
fn timed<T>(work: impl FnOnce(&mut dyn FnMut() -> bool) -> T) -> (T, Duration) {
    let start = Instant::now();
    // As the service does it: another thread looks at the clock.
    let over = AtomicBool::new(false);
    let done = Condvar::new();
    let is_done = Mutex::new(false);
    let result = std::thread::scope(|scope| {
        scope.spawn(|| {
            let guard = is_done.lock().expect("nobody panics");
            let waited = done.wait_timeout_while(guard, Duration::from_secs(5), |is_done| !*is_done);
            drop(waited);
            over.store(true, Ordering::Relaxed);
        });
        let result = work(&mut || over.load(Ordering::Relaxed));
        *is_done.lock().expect("nobody panics") = true;
        done.notify_all();
        result
    });
    (result, start.elapsed())
}

#[expect(clippy::print_stdout, reason = "the figures are its output")]
fn report(name: &str, took: Duration, words: &str) {
    let words: String = words.chars().take(110).collect();
    println!("{name:<44} {:>9.1} ms  {words}", took.as_secs_f64() * 1e3);
}

fn config(segment: &Value, fields: &Value) -> Config {
    let config = json!({ "Op": { "Action": "Extract" }, "Segment": segment, "Fields": fields });
    Config::parse(&config).expect("a configuration without faults")
}

/// One search of a field over the whole text.
fn hostile(name: &str, pattern: &str, text: &str) {
    let fields = json!({ "Field": { "Pattern": pattern, "Required": true } });
    let extractor =
        Extractor::new(&config(&json!({ "StartPattern": r"\A" }), &fields)).expect("a pattern that compiles");
    let limits = Limits { text_bytes: usize::MAX, ..Limits::default() };
    let (result, took) = timed(|out_of_time| extractor.with_limits(limits).extract(text, Source::Text, out_of_time));
    let words = result.map_or_else(|error| error.to_string(), |found| format!("{} found", found.count));
    report(name, took, &words);
}

fn hostile_patterns() {
    let same = "a".repeat(25 * MIB);
    // A deterministic text of two letters without rhythm, against automata that remember.
    let mut state = 1_u32;
    let mixed: String = (0..25 * MIB)
        .map(|_| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            if state >> 31 == 0 { 'a' } else { 'b' }
        })
        .collect();
    hostile("linear, nested repeats, 25 MiB", "(a+)+$b", &same);
    hostile("linear, 5 s of 60 letters", "a[ab]{60}c", &mixed);
    hostile("linear, 5 s of 200 letters", "a[ab]{200}c", &mixed);
    hostile("linear, 5 s of 800 letters", "a[ab]{800}c", &mixed);
    hostile("linear, 5 s of 40 of anything", "a.{40}c", &mixed);
    hostile("linear, 5 s of 200 of anything", "a.{200}c", &mixed);
    hostile("linear, 5 s of 20 word characters", r"a\w{20}c", &mixed);
    hostile("linear, 5 s of 100 word characters", r"a\w{100}c", &mixed);
    hostile("linear, 5 s of nested word characters", r"a(?:\w{1,20}b){4}c", &mixed);
    // The end of each pattern looks possible everywhere and is not, so that no prefilter helps.
    let window = format!("{}d", "a".repeat(16 * 1024 - 1));
    let long = window.repeat(64);
    let backtracking = [
        ("uncounted", r"(?=a)(a+)+d(?<!ad)"),
        ("look-ahead in a loop", r"(?:(?=a*)a)*d(?<!ad)"),
        ("atomic loop", r"(?>(?:(?!b)a)*)d(?<!ad)"),
        ("hard loop body", r"(?=a)(?:a(?:a*b)?)*d(?<!ad)"),
        ("lazy and far", r"(?!b)a*?(?=a)(?:a+)+d(?<!ad)"),
        ("look-behind", r"(?<=(a+)\1)d(?<!ad)"),
        ("references", r"(a*)(a*)\1\2d(?<!ad)"),
        ("exponential", r"(?:a|aa)+d(?<!ad)"),
        ("tempered dot", r"(?s)a(?:(?!zz).)*d(?<!ad)"),
        ("tempered dot, bounded", r"(?:a(?!zz)){0,50}d(?<!ad)"),
    ];
    for (name, pattern) in backtracking {
        hostile(&format!("backtracking, {name}, 16 KiB"), pattern, &window);
        hostile(&format!("backtracking, {name}, 1 MiB"), pattern, &long);
    }
}

fn html_bodies() {
    let table = "<table><tr><td>5/1/2025</td><td>34.7304&nbsp;</td><td>-86.5861</td></tr></table>\n";
    let bodies = [
        ("1,000,000 nested div", "<div>".repeat(1_000_000)),
        ("1,000,000 nested table", "<table><tr><td>".repeat(1_000_000)),
        ("50 MB of nested tables", "<table><tr><td>x".repeat(50_000_000 / 16)),
        ("50 MB of rows", table.repeat(50_000_000 / table.len())),
        ("50 MB of open angles", "<".repeat(50_000_000)),
        ("50 MB of entities", "&amp;".repeat(10_000_000)),
        ("50 MB of attributes", format!("<p {}>", "a=b ".repeat(12_500_000))),
        ("50 MB hidden without an end", format!("<div style=display:none>{}", "x ".repeat(25_000_000))),
    ];
    for (name, html) in bodies {
        let (text, took) = timed(|_| body_text(&html));
        report(name, took, &format!("{} bytes of text", text.len()));
    }
}

/// Without a word all of it is measured, with `patterns` or `html` that part alone.
fn main() {
    let part = std::env::args().nth(1);
    let parts: [(&str, fn()); 2] = [("patterns", hostile_patterns), ("html", html_bodies)];
    for (_, measure) in parts.iter().filter(|(name, _)| part.as_deref().is_none_or(|part| part == *name)) {
        measure();
    }
}
