//! `stormwire storm generate`: a made-up storm as CSV or as the vendor's mail.

use crate::demo::CENTRE;
use crate::output::print;
use anyhow::{Context, Result, anyhow, ensure};
use clap::{Args, Subcommand};
use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp};
use lettre::Message;
use lettre::message::header::ContentType;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use stormwire_clock::{Clock, SystemClock};
use stormwire_demo::storm::{EmailLayout, Storm, VendorEmail, VendorStrike};
use stormwire_geo::LonLat;

#[derive(Debug, Subcommand)]
pub(super) enum Action {
    /// Make up a storm that crosses a city: printed as CSV, or written as mail, one per minute that has strikes.
    Generate(Options),
}

#[derive(Debug, Args)]
pub(super) struct Options {
    /// The same number gives the same storm.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// When it begins, in RFC 3339; now when left out.
    #[arg(long, value_name = "TIME")]
    start: Option<Timestamp>,
    /// How long it takes.
    #[arg(long, default_value_t = 60, value_parser = clap::value_parser!(u32).range(1..=10_080))]
    minutes: u32,
    /// How many strikes it has.
    #[arg(long, default_value_t = 600)]
    strikes: usize,
    /// The latitude of the city's centre.
    #[arg(long, default_value_t = CENTRE.1, allow_negative_numbers = true)]
    lat: f64,
    /// The longitude of the city's centre.
    #[arg(long, default_value_t = CENTRE.0, allow_negative_numbers = true)]
    lng: f64,
    /// Write .eml files into this folder instead.
    #[arg(long, value_name = "FOLDER")]
    mail: Option<PathBuf>,
    /// How the vendor writes: paragraphs, lines or table; each in turn when left out.
    #[arg(long, value_parser = layout)]
    layout: Option<EmailLayout>,
    /// The vendor's local time.
    #[arg(long, value_name = "ZONE", default_value = "America/Chicago")]
    timezone: String,
}

fn layout(name: &str) -> Result<EmailLayout, String> {
    let known = EmailLayout::ALL.map(EmailLayout::name).join(", ");
    EmailLayout::parse(name).ok_or_else(|| format!("there are {known}"))
}

/// Keeps run time and memory reasonable.
const MAX_STRIKES: usize = 10_000_000;

pub(super) fn run(action: Action) -> Result<()> {
    let Action::Generate(options) = action;
    ensure!(options.strikes <= MAX_STRIKES, "--strikes: {} is more than {MAX_STRIKES}", options.strikes);
    let zone = TimeZone::get(&options.timezone)
        .with_context(|| format!("--timezone: {:?} is no time zone such as America/Chicago", options.timezone))?;
    let centre = LonLat::new(options.lng, options.lat).context("--lat and --lng")?;
    let starts_at = options.start.unwrap_or_else(|| SystemClock.now());
    let storm = Storm {
        seed: options.seed,
        center: centre,
        starts_at,
        minutes: options.minutes,
        strike_count: options.strikes,
    };
    let bolts = storm.generate();
    match &options.mail {
        Some(folder) => write_mail(folder, &bolts, options.layout, &zone, starts_at),
        None => print(&csv(&bolts)),
    }
}

fn csv(bolts: &[VendorStrike]) -> String {
    let mut text = String::from("timestamp,name,type,latitude,longitude\n");
    for bolt in bolts {
        let (class, stroke, position) = (bolt.class.name(), bolt.stroke.name(), bolt.position);
        // Writing to a String cannot fail.
        let _ = writeln!(text, "{},{class},{stroke},{:.6},{:.6}", bolt.at, position.lat(), position.lon());
    }
    text
}

fn write_mail(
    folder: &Path,
    bolts: &[VendorStrike],
    only: Option<EmailLayout>,
    zone: &TimeZone,
    starts_at: Timestamp,
) -> Result<()> {
    std::fs::create_dir_all(folder).with_context(|| format!("{}", folder.display()))?;
    // Files are named after minute and layout, so a second storm would overwrite part of the first.
    ensure!(!contains_mail(folder)?, "--mail: {} holds mail of another storm; name a new folder", folder.display());
    let minute = |bolt: &VendorStrike| bolt.at.duration_since(starts_at).as_mins();
    let mut layouts = EmailLayout::ALL.into_iter().cycle();
    for same in bolts.chunk_by(|one, other| minute(one) == minute(other)) {
        let layout = only.or_else(|| layouts.next()).unwrap_or(EmailLayout::Paragraphs);
        let number = minute(&same[0]);
        let sent_at = starts_at + SignedDuration::from_mins(number + 1);
        let file = folder.join(format!("{number:05}-{}.eml", layout.name()));
        let mail = eml(&layout.email(same, zone), sent_at)?;
        std::fs::write(&file, mail).with_context(|| format!("{}", file.display()))?;
    }
    Ok(())
}

fn contains_mail(folder: &Path) -> Result<bool> {
    for entry in std::fs::read_dir(folder).with_context(|| format!("{}", folder.display()))? {
        if entry?.path().extension().is_some_and(|extension| extension == "eml") {
            return Ok(true);
        }
    }
    Ok(false)
}

fn eml(letter: &VendorEmail, sent_at: Timestamp) -> Result<Vec<u8>> {
    let content_type = if letter.is_html { ContentType::TEXT_HTML } else { ContentType::TEXT_PLAIN };
    let message = Message::builder()
        .from("Lightning Vendor <alerts@vendor.example>".parse()?)
        .to("storm@demo.example".parse()?)
        .subject(&letter.subject)
        .date(std::time::SystemTime::from(sent_at))
        .header(content_type)
        .body(letter.body.clone())
        .map_err(|error| anyhow!("a mail cannot be written: {error}"))?;
    Ok(message.formatted())
}
