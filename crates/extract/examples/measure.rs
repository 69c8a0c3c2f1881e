//! Measures the worst cases: `cargo run --release -p stormwire-extract --example measure [patterns|html]`.
//!
//! Prints the time until a search with a hostile pattern and text ends, with or without an error, and the time to convert
//! hostile HTML. The speed for normal mail is measured in `bench`.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use stormwire_extract::{ExtractConfig, ExtractLimits, Extractor, TextSource, html_to_text};

const MIB: usize = 1024 * 1024;

#[expect(clippy::disallowed_methods, reason = "this program measures time")]
fn timed<T>(work: impl FnOnce(&mut dyn FnMut() -> bool) -> T) -> (T, Duration) {
    let start = Instant::now();
    // As in the service, another thread watches the deadline.
    let expired = AtomicBool::new(false);
    let done = Condvar::new();
    let is_done = Mutex::new(false);
    let result = std::thread::scope(|scope| {
        scope.spawn(|| {
            let guard = is_done.lock().expect("no thread panics");
            let waited = done.wait_timeout_while(guard, Duration::from_secs(5), |is_done| !*is_done);
            drop(waited);
            expired.store(true, Ordering::Relaxed);
        });
        let result = work(&mut || expired.load(Ordering::Relaxed));
        *is_done.lock().expect("no thread panics") = true;
        done.notify_all();
        result
    });
    (result, start.elapsed())
}

#[expect(clippy::print_stdout, reason = "the figures are the output of this program")]
fn report(name: &str, took: Duration, result: &str) {
    let result: String = result.chars().take(110).collect();
    println!("{name:<44} {:>9.1} ms  {result}", took.as_secs_f64() * 1e3);
}

fn config(segment: &Value, fields: &Value) -> ExtractConfig {
    let config = json!({ "Op": { "Action": "Extract" }, "Segment": segment, "Fields": fields });
    ExtractConfig::parse(&config).expect("a valid configuration")
}

/// Searches the whole text for one field.
fn measure_pattern(name: &str, pattern: &str, text: &str) {
    let fields = json!({ "Field": { "Pattern": pattern, "Required": true } });
    let extractor =
        Extractor::new(&config(&json!({ "StartPattern": r"\A" }), &fields)).expect("a pattern that compiles");
    let limits = ExtractLimits { text_bytes: usize::MAX, ..ExtractLimits::default() };
    let (result, took) = timed(|is_expired| extractor.with_limits(limits).extract(text, TextSource::Text, is_expired));
    let outcome = result.map_or_else(|error| error.to_string(), |found| format!("{} found", found.count));
    report(name, took, &outcome);
}

fn measure_patterns() {
    let same = "a".repeat(25 * MIB);
    // Pseudo-random text of two letters, so that lazy automata cannot reuse their states.
    let mut state = 1_u32;
    let mixed: String = (0..25 * MIB)
        .map(|_| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            if state >> 31 == 0 { 'a' } else { 'b' }
        })
        .collect();
    measure_pattern("linear, nested repeats, 25 MiB", "(a+)+$b", &same);
    measure_pattern("linear, 5 s of 60 letters", "a[ab]{60}c", &mixed);
    measure_pattern("linear, 5 s of 200 letters", "a[ab]{200}c", &mixed);
    measure_pattern("linear, 5 s of 800 letters", "a[ab]{800}c", &mixed);
    measure_pattern("linear, 5 s of 40 of anything", "a.{40}c", &mixed);
    measure_pattern("linear, 5 s of 200 of anything", "a.{200}c", &mixed);
    measure_pattern("linear, 5 s of 20 word characters", r"a\w{20}c", &mixed);
    measure_pattern("linear, 5 s of 100 word characters", r"a\w{100}c", &mixed);
    measure_pattern("linear, 5 s of nested word characters", r"a(?:\w{1,20}b){4}c", &mixed);
    // Each pattern ends with a part that seems possible everywhere but never matches, so that no prefilter helps.
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
        measure_pattern(&format!("backtracking, {name}, 16 KiB"), pattern, &window);
        measure_pattern(&format!("backtracking, {name}, 1 MiB"), pattern, &long);
    }
}

fn measure_html() {
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
        let (text, took) = timed(|_| html_to_text(&html));
        report(name, took, &format!("{} bytes of text", text.len()));
    }
}

fn main() {
    let part = std::env::args().nth(1);
    let parts: [(&str, fn()); 2] = [("patterns", measure_patterns), ("html", measure_html)];
    for (_, measure) in parts.iter().filter(|(name, _)| part.as_deref().is_none_or(|part| part == *name)) {
        measure();
    }
}
