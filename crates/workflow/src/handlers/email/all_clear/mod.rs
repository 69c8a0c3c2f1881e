//! `Quiet` of the `Email` config: at most one mail per interval unless a facility changes its status, and an all-clear mail
//! at the end. Guide: `docs/guide/reference/actions/email.md`.
//!
//! [`decision`] has the rules, [`mailing_list`] stores what a list was last sent, [`worker`] sends the all-clear mail. A
//! message claims the list before it is mailed, so that two messages at the same time do not both send a mail.

mod decision;
mod job;
mod mailing_list;
mod number_or_path;
mod worker;

pub(super) use job::AllClearJob;
pub use job::check_all_clear_mails;
pub(super) use mailing_list::{Claim, MailingLists};
pub(super) use worker::AllClearWorker;

use super::template::{self, TemplateKind};
use crate::{ConfigViolation, Context, StepError};
use jiff::SignedDuration;
use number_or_path::NumberOrPath;
use schemars::JsonSchema;
use serde::Deserialize;
use stormwire_geo::{ParameterOverrides, ThreatParameter};

/// Limits how often emails are sent, and sends an all-clear email.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(rename_all = "PascalCase", deny_unknown_fields)]
pub(super) struct QuietConfig {
    /// Minutes between two emails, 0 to 1440, or the path of that number. A status change is sent at once.
    minutes: NumberOrPath,
    /// Danger radius in miles, or its path. Default: that of each facility's policy.
    radius_miles: Option<NumberOrPath>,
    /// Danger window in minutes, or its path. Default: that of each facility's policy.
    danger_minutes: Option<NumberOrPath>,
    /// All-clear window in minutes, or its path. Default: that of each facility's policy.
    all_clear_minutes: Option<NumberOrPath>,
    /// Email that is sent when every facility is clear again. Default: none.
    all_clear: Option<AllClearConfig>,
}

/// The all-clear email.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(rename_all = "PascalCase", deny_unknown_fields)]
pub(super) struct AllClearConfig {
    /// Minutes that every facility must have been clear, because strikes are reported with a delay. Default: 2.
    after_minutes: Option<f64>,
    /// Template of the subject.
    pub(super) subject: String,
    /// Template of the HTML body. Values are escaped.
    #[schemars(extend("contentMediaType" = "text/html"))]
    pub(super) html: Option<String>,
    /// Template of the plain text body. Default: created from `Html`.
    #[schemars(extend("contentMediaType" = "text/plain"))]
    pub(super) text: Option<String>,
}

const MAX_MINUTES: f64 = 1_440.0;
const DEFAULT_CLEAR_MINUTES: f64 = 2.0;

/// The resolved numbers of a [`QuietConfig`].
#[derive(Debug, Clone, Copy)]
pub(super) struct MailQuietRules {
    policy: decision::MailPolicy,
    /// Numbers that replace those of each facility's policy.
    overrides: ParameterOverrides,
}

impl QuietConfig {
    pub(super) fn validate(&self) -> Vec<ConfigViolation> {
        let minutes = self.minutes.validate("Quiet.Minutes", check_minutes);
        let mut violations: Vec<ConfigViolation> = minutes.into_iter().collect();
        for (path, parameter, number) in self.parameters() {
            violations.extend(number.and_then(|number| number.validate(path, |value| check(parameter, value))));
        }
        let Some(all_clear) = &self.all_clear else { return violations };
        let after = all_clear.after_minutes.and_then(|value| check_minutes(value).err());
        violations.extend(after.map(|message| ConfigViolation::new("Quiet.AllClear.AfterMinutes", message)));
        if all_clear.html.is_none() && all_clear.text.is_none() {
            violations.push(ConfigViolation::new("Quiet.AllClear.Text", "Html or Text is required"));
        }
        let templates = [
            ("Quiet.AllClear.Subject", TemplateKind::Text, Some(&all_clear.subject)),
            ("Quiet.AllClear.Html", TemplateKind::Html, all_clear.html.as_ref()),
            ("Quiet.AllClear.Text", TemplateKind::Text, all_clear.text.as_ref()),
        ];
        let invalid = |(path, kind, source): (&'static str, TemplateKind, Option<&String>)| {
            Some(ConfigViolation::new(path, template::validate(kind, source?)?))
        };
        violations.extend(templates.into_iter().filter_map(invalid));
        violations
    }

    pub(super) fn validate_constants(&self, constants: &Context) -> Vec<ConfigViolation> {
        let minutes = self.minutes.validate_constant("Quiet.Minutes", constants, check_minutes);
        let parameters = self.parameters().into_iter().filter_map(|(path, parameter, number)| {
            number?.validate_constant(path, constants, |value| check(parameter, value))
        });
        minutes.into_iter().chain(parameters).collect()
    }

    fn parameters(&self) -> [(&'static str, ThreatParameter, Option<&NumberOrPath>); 3] {
        [
            ("Quiet.RadiusMiles", ThreatParameter::Radius, self.radius_miles.as_ref()),
            ("Quiet.DangerMinutes", ThreatParameter::Danger, self.danger_minutes.as_ref()),
            ("Quiet.AllClearMinutes", ThreatParameter::AllClear, self.all_clear_minutes.as_ref()),
        ]
    }

    pub(super) fn rules(&self, context: &Context) -> Result<MailQuietRules, StepError> {
        let failed = |path: &str, error: String| StepError::Failed(format!("{path}: {error}"));
        let mut overrides = ParameterOverrides::default();
        for (path, parameter, number) in self.parameters() {
            if let Some(number) = number {
                let value = number.resolve(path, context)?;
                overrides = overrides.with_value(parameter, value).map_err(|error| failed(path, error.to_string()))?;
            }
        }
        let minutes = self.minutes.resolve("Quiet.Minutes", context)?;
        check_minutes(minutes).map_err(|error| failed("Quiet.Minutes", error))?;
        let policy = decision::MailPolicy { interval: duration(minutes), sends_all_clear: self.all_clear.is_some() };
        Ok(MailQuietRules { policy, overrides })
    }

    fn all_clear(&self) -> Option<&AllClearConfig> {
        self.all_clear.as_ref()
    }
}

impl AllClearConfig {
    /// How long every facility must have been clear.
    fn clear_for(&self) -> SignedDuration {
        duration(self.after_minutes.unwrap_or(DEFAULT_CLEAR_MINUTES))
    }
}

fn check(parameter: ThreatParameter, value: f64) -> Result<(), String> {
    ParameterOverrides::default().with_value(parameter, value).map(|_| ()).map_err(|error| error.to_string())
}

fn check_minutes(value: f64) -> Result<(), String> {
    if (0.0..=MAX_MINUTES).contains(&value) { Ok(()) } else { Err(format!("{value} is not from 0 to {MAX_MINUTES}")) }
}

fn duration(minutes: f64) -> SignedDuration {
    SignedDuration::try_from_secs_f64(minutes * 60.0).unwrap_or_default()
}
