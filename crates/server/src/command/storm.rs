//! `stormwire storm generate`: a synthetic storm as CSV or as vendor emails.

use crate::demo::CENTER;
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
    /// Generate a storm that crosses a city, as CSV or as one email per minute with strikes
    Generate(Options),
}

#[derive(Debug, Args)]
pub(super) struct Options {
    /// Seed; the same number gives the same storm
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Start time in RFC 3339; default: now
    #[arg(long, value_name = "TIME")]
    start: Option<Timestamp>,
    /// Duration in minutes
    #[arg(long, default_value_t = 60, value_parser = clap::value_parser!(u32).range(1..=10_080))]
    minutes: u32,
    /// Number of strikes
    #[arg(long, default_value_t = 600)]
    strikes: usize,
    /// Latitude of the city center
    #[arg(long, default_value_t = CENTER.1, allow_negative_numbers = true)]
    lat: f64,
    /// Longitude of the city center
    #[arg(long, default_value_t = CENTER.0, allow_negative_numbers = true)]
    lng: f64,
    /// Write .eml files to this folder instead of CSV to standard output
    #[arg(long, value_name = "FOLDER")]
    mail: Option<PathBuf>,
    /// Email layout: paragraphs, lines or table; default: alternating
    #[arg(long, value_parser = parse_layout)]
    layout: Option<EmailLayout>,
    /// Time zone of the vendor
    #[arg(long, value_name = "ZONE", default_value = "America/Chicago")]
    timezone: String,
}

fn parse_layout(name: &str) -> Result<EmailLayout, String> {
    let known = EmailLayout::ALL.map(EmailLayout::name).join(", ");
    EmailLayout::parse(name).ok_or_else(|| format!("unknown layout {name:?}; use {known}"))
}

/// Keeps run time and memory reasonable.
const MAX_STRIKES: usize = 10_000_000;

pub(super) fn run(action: Action) -> Result<()> {
    let Action::Generate(options) = action;
    ensure!(options.strikes <= MAX_STRIKES, "--strikes: {} is more than {MAX_STRIKES}", options.strikes);
    let zone = TimeZone::get(&options.timezone).with_context(|| {
        format!("--timezone: unknown time zone {:?}; use a name such as America/Chicago", options.timezone)
    })?;
    let center = LonLat::new(options.lng, options.lat).context("--lat and --lng")?;
    let starts_at = options.start.unwrap_or_else(|| SystemClock.now());
    let storm =
        Storm { seed: options.seed, center, starts_at, minutes: options.minutes, strike_count: options.strikes };
    let strikes = storm.generate();
    match &options.mail {
        Some(folder) => write_mail(folder, &strikes, options.layout, &zone, starts_at),
        None => print(&csv(&strikes)),
    }
}

fn csv(strikes: &[VendorStrike]) -> String {
    let mut text = String::from("timestamp,name,type,latitude,longitude\n");
    for strike in strikes {
        let (class, stroke, position) = (strike.class.name(), strike.stroke.name(), strike.position);
        // Writing to a String cannot fail.
        let _ = writeln!(text, "{},{class},{stroke},{:.6},{:.6}", strike.at, position.lat(), position.lon());
    }
    text
}

fn write_mail(
    folder: &Path,
    strikes: &[VendorStrike],
    only: Option<EmailLayout>,
    zone: &TimeZone,
    starts_at: Timestamp,
) -> Result<()> {
    std::fs::create_dir_all(folder).with_context(|| format!("cannot create {}", folder.display()))?;
    // Files are named after minute and layout, so a second storm would overwrite part of the first.
    ensure!(!contains_mail(folder)?, "--mail: {} already contains emails; use a new folder", folder.display());
    let minute = |strike: &VendorStrike| strike.at.duration_since(starts_at).as_mins();
    let mut layouts = EmailLayout::ALL.into_iter().cycle();
    for same in strikes.chunk_by(|one, other| minute(one) == minute(other)) {
        let layout = only.or_else(|| layouts.next()).unwrap_or(EmailLayout::Paragraphs);
        let number = minute(&same[0]);
        let sent_at = starts_at + SignedDuration::from_mins(number + 1);
        let file = folder.join(format!("{number:05}-{}.eml", layout.name()));
        let mail = eml(&layout.email(same, zone), sent_at)?;
        std::fs::write(&file, mail).with_context(|| format!("cannot write {}", file.display()))?;
    }
    Ok(())
}

fn contains_mail(folder: &Path) -> Result<bool> {
    for entry in std::fs::read_dir(folder).with_context(|| format!("cannot read {}", folder.display()))? {
        if entry?.path().extension().is_some_and(|extension| extension == "eml") {
            return Ok(true);
        }
    }
    Ok(false)
}

fn eml(email: &VendorEmail, sent_at: Timestamp) -> Result<Vec<u8>> {
    let content_type = if email.is_html { ContentType::TEXT_HTML } else { ContentType::TEXT_PLAIN };
    let message = Message::builder()
        .from("Lightning Vendor <alerts@vendor.example>".parse()?)
        .to("storm@demo.example".parse()?)
        .subject(&email.subject)
        .date(std::time::SystemTime::from(sent_at))
        .header(content_type)
        .body(email.body.clone())
        .map_err(|error| anyhow!("cannot write an email: {error}"))?;
    Ok(message.formatted())
}
