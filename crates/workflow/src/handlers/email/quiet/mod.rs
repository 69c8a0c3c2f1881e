//! Sparing a list: at most one mail in so many minutes unless a facility changes its status, and one mail at the end.
//! Guide: `docs/guide/reference/actions/email.md`.
//!
//! [`plan`] decides, [`list`] keeps what a list was told, [`closing`] is the work that tells it of the end. A message that
//! is about to be mailed claims the list first, so that two messages at the same time do not both mail it.

mod closing;
mod closing_job;
mod figure;
mod list;
mod plan;

pub(super) use closing::ClosingMail;
pub(super) use closing_job::ClosingJob;
pub(super) use list::{Claim, Lists};

use super::template::{self, Kind};
use crate::{ConfigViolation, Context, StepError};
use figure::Figure;
use jiff::SignedDuration;
use schemars::JsonSchema;
use serde::Deserialize;
use stormwire_geo::{ThreatParameter, ThreatParameters};

/// When the mail is held back, and what is mailed at the end.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(rename_all = "PascalCase", deny_unknown_fields)]
pub(super) struct Quiet {
    /// At most one mail to these recipients in so many minutes, unless a facility changes its status: 0 to 1440, or the
    /// path of such a number.
    minutes: Figure,
    /// The danger radius in miles by which a status is told, or its path; 8 when left out.
    radius_miles: Option<Figure>,
    /// The danger window in minutes, or its path; 30 when left out.
    danger_minutes: Option<Figure>,
    /// The all-clear window in minutes, or its path; 30 when left out.
    all_clear_minutes: Option<Figure>,
    /// The mail that tells that every facility is clear again; none is sent when left out.
    all_clear: Option<AllClear>,
}

/// The closing mail.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(rename_all = "PascalCase", deny_unknown_fields)]
pub(super) struct AllClear {
    /// How many minutes every facility must have been clear; 2 when left out. A strike is reported some time after it struck.
    after_minutes: Option<f64>,
    /// A template.
    pub(super) subject: String,
    /// A template whose values are escaped.
    #[schemars(extend("contentMediaType" = "text/html"))]
    pub(super) html: Option<String>,
    /// A template for those who see no HTML; made from `Html` when left out.
    #[schemars(extend("contentMediaType" = "text/plain"))]
    pub(super) text: Option<String>,
}

/// The longest of the minutes.
const DAY: f64 = 1_440.0;
/// Minutes of calm before the end is told.
const CALM: f64 = 2.0;

/// The numbers in force.
#[derive(Debug, Clone, Copy)]
pub(super) struct Rules {
    policy: plan::MailPolicy,
    parameters: ThreatParameters,
}

impl Quiet {
    /// What is wrong with it.
    pub(super) fn faults(&self) -> Vec<ConfigViolation> {
        let mut faults: Vec<ConfigViolation> = self.minutes.fault("Quiet.Minutes", minutes).into_iter().collect();
        for (path, parameter, figure) in self.numbers() {
            faults.extend(figure.and_then(|figure| figure.fault(path, |value| fits(parameter, value))));
        }
        let Some(end) = &self.all_clear else { return faults };
        let after = end.after_minutes.and_then(|value| minutes(value).err());
        faults.extend(after.map(|why| ConfigViolation::new("Quiet.AllClear.AfterMinutes", why)));
        if end.html.is_none() && end.text.is_none() {
            faults.push(ConfigViolation::new("Quiet.AllClear.Text", "give Html, Text or both"));
        }
        let templates = [
            ("Quiet.AllClear.Subject", Kind::Text, Some(&end.subject)),
            ("Quiet.AllClear.Html", Kind::Html, end.html.as_ref()),
            ("Quiet.AllClear.Text", Kind::Text, end.text.as_ref()),
        ];
        let fault = |(path, kind, source): (&'static str, Kind, Option<&String>)| {
            Some(ConfigViolation::new(path, template::fault(kind, source?)?))
        };
        faults.extend(templates.into_iter().filter_map(fault));
        faults
    }

    /// What would fail with what is known of the context.
    pub(super) fn objections(&self, known: &Context) -> Vec<ConfigViolation> {
        let minutes = self.minutes.objection("Quiet.Minutes", known, minutes);
        let numbers = self
            .numbers()
            .into_iter()
            .filter_map(|(path, parameter, figure)| figure?.objection(path, known, |value| fits(parameter, value)));
        minutes.into_iter().chain(numbers).collect()
    }

    fn numbers(&self) -> [(&'static str, ThreatParameter, Option<&Figure>); 3] {
        [
            ("Quiet.RadiusMiles", ThreatParameter::Radius, self.radius_miles.as_ref()),
            ("Quiet.DangerMinutes", ThreatParameter::Danger, self.danger_minutes.as_ref()),
            ("Quiet.AllClearMinutes", ThreatParameter::AllClear, self.all_clear_minutes.as_ref()),
        ]
    }

    /// The numbers, where they stand in the context read from there.
    pub(super) fn rules(&self, context: &Context) -> Result<Rules, StepError> {
        let failed = |path: &str, why: String| StepError::Failed(format!("{path}: {why}"));
        let mut parameters = ThreatParameters::default();
        for (path, parameter, figure) in self.numbers() {
            if let Some(figure) = figure {
                let value = figure.value(path, context)?;
                parameters = parameters.with(parameter, value).map_err(|error| failed(path, error.to_string()))?;
            }
        }
        let every = self.minutes.value("Quiet.Minutes", context)?;
        minutes(every).map_err(|why| failed("Quiet.Minutes", why))?;
        let policy = plan::MailPolicy { every: span(every), closes: self.all_clear.is_some() };
        Ok(Rules { policy, parameters })
    }

    /// The mail at the end, where there is one.
    fn all_clear(&self) -> Option<&AllClear> {
        self.all_clear.as_ref()
    }
}

impl AllClear {
    fn calm(&self) -> SignedDuration {
        span(self.after_minutes.unwrap_or(CALM))
    }
}

fn fits(parameter: ThreatParameter, value: f64) -> Result<(), String> {
    ThreatParameters::default().with(parameter, value).map(|_| ()).map_err(|error| error.to_string())
}

fn minutes(value: f64) -> Result<(), String> {
    if (0.0..=DAY).contains(&value) { Ok(()) } else { Err(format!("{value} is not from 0 to {DAY}")) }
}

fn span(minutes: f64) -> SignedDuration {
    SignedDuration::try_from_secs_f64(minutes * 60.0).unwrap_or_default()
}
