//! Extracts records from a 5 MB email, compared with a Python script with the same patterns.

use crate::stopwatch::{ROUNDS, Stopwatch};
use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};
use std::fmt::Write;
use std::path::Path;
use std::process::Command;
use stormwire_bench::results::{Aim, Measured, Row, Table};
use stormwire_extract::{ExtractConfig, ExtractLimits, Extraction, TextSource, preset};

const MAIL_BYTES: usize = 5_000_000;
/// Our rounds are short, so there are more of them.
const OUR_ROUNDS: usize = 5 * ROUNDS;
const AIM: Aim = Aim::RatioAtLeast(20.0);

pub(crate) fn measure(table: &mut Table) -> Result<()> {
    let (mail, config) = (storm_mail(), action());
    let folder = tempfile::tempdir()?;
    let (action, text) = (folder.path().join("action.json"), folder.path().join("mail.txt"));
    std::fs::write(&action, config.to_string())?;
    std::fs::write(&text, &mail)?;
    let (python, theirs) = run_script(&action, &text)?;
    let one = extract(&config, &mail, 1)?;
    let two = extract(&config, &mail, ExtractLimits::default().threads)?;
    let ends = [theirs.first(), theirs.last()];
    ensure!(
        one.1.count == python.count
            && [one.1.items.first(), one.1.items.last()].map(|end| end.map(|end| json!(end)))
                == ends.map(Option::<&Value>::cloned),
        "the script found other records"
    );
    #[expect(clippy::cast_precision_loss, reason = "a count of records is far below 2^52")]
    let rate = |seconds: &[f64]| {
        Measured::rounds(&seconds.iter().map(|seconds| python.count as f64 / seconds).collect::<Vec<_>>())
    };
    table.section("Records extracted from a 5 MB email (five fields: text, numbers, a date)");
    let reference = rate(&python.seconds);
    table.add(Row::per_second("Python `re` and `datetime`", reference));
    for (name, seconds) in [("stormwire, one thread", &one.0), ("stormwire, two threads (default)", &two.0)] {
        table.add(Row::per_second(name, rate(seconds)).against("Python", reference).aim(AIM));
    }
    Ok(())
}

struct ScriptReport {
    /// Of each round.
    seconds: Vec<f64>,
    count: usize,
}

fn run_script(action: &Path, text: &Path) -> Result<(ScriptReport, Vec<Value>)> {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/peers/python/extract.py");
    let output = Command::new("python3").arg(script).args([action, text]).arg(ROUNDS.to_string()).output();
    let output = output.context("cannot start python3; run scripts/setup.sh")?;
    ensure!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let report: Value = serde_json::from_slice(&output.stdout)?;
    let seconds = report["seconds"].as_array().into_iter().flatten().filter_map(Value::as_f64).collect();
    let count = report["count"].as_u64().and_then(|count| usize::try_from(count).ok()).unwrap_or(0);
    let ends = report["ends"].as_array().cloned().unwrap_or_default();
    Ok((ScriptReport { seconds, count }, ends))
}

/// Returns the seconds of each round.
fn extract(config: &Value, mail: &str, threads: usize) -> Result<(Vec<f64>, Extraction)> {
    let (_, extractor) = ExtractConfig::compile(config).map_err(|violations| anyhow::anyhow!("{violations:?}"))?;
    let extractor = extractor.with_limits(ExtractLimits { threads, ..ExtractLimits::default() });
    let mut seconds = Vec::new();
    let mut last = None;
    for _ in 0..OUR_ROUNDS {
        // Free the previous result outside the measured time, like the script.
        drop(last.take());
        let watch = Stopwatch::start();
        let found = extractor.extract(mail, TextSource::Text, &mut || false)?;
        seconds.push(watch.elapsed().as_secs_f64());
        last = Some(found);
    }
    Ok((seconds, last.context("no round ran")?))
}

fn action() -> Value {
    json!({
        "Op": {"Action": "Extract", "Source": "$.BodyText"},
        "Segment": {"StartPattern": preset::PARAGRAPH.start_pattern, "Filter": "Lightning"},
        "Fields": {
            "Name": {"Pattern": r"Alert for ([^,\n]+)", "Type": "string", "Required": true},
            "Timestamp": {"Pattern": r"Time: (.+)", "Type": "datetime", "Format": "M/d/yyyy h:mm:ss tt zzz", "Required": true},
            "Type": {"Pattern": r"Type: (\w+)", "Type": "string", "Required": true},
            "Latitude": {"Pattern": r"Latitude: (\S+)", "Type": "number", "Required": true},
            "Longitude": {"Pattern": r"Longitude: (\S+)", "Type": "number", "Required": true},
        },
    })
}

/// Paragraphs in the style of a vendor.
fn storm_mail() -> String {
    let mut mail = String::new();
    let mut number = 0;
    while mail.len() < MAIL_BYTES {
        // Writing to a String cannot fail.
        let _ = write!(
            mail,
            "Lightning Alert for Huntsville, number {number}\nTime: 5/1/2025 {}:{:02}:{:02} PM -05:00\nType: {} Strike\n\
             Latitude: 34.{:04}\nLongitude: -86.{:04}\nPeak current: 12,{:03} A\nReported by the network, see the map for details.\n\n",
            number % 12 + 1,
            number % 60,
            number % 59,
            if number % 3 == 0 { "Cloud" } else { "Ground" },
            number % 10_000,
            number % 9_999,
            number % 1000,
        );
        number += 1;
    }
    mail
}
