//! `stormwire check`: tests everything that watchers need and prints one line for each test.

use super::config_options::ConfigOptions;
use crate::deps::{ClockAndRng, Deps, open_store};
use crate::output::print;
use crate::watchers;
use anyhow::{Result, bail};
use clap::Args;
use stormwire_city::config::Config;
use stormwire_city::secrets::Secrets;
use stormwire_watcher::admin::connection_check::CheckResult;
use url::Url;

#[derive(Debug, Args)]
pub(super) struct Options {
    #[command(flatten)]
    config: ConfigOptions,
    /// A mailbox outside of what was granted; it is bad when it can be read.
    #[arg(long, value_name = "ADDRESS")]
    outside: Option<String>,
}

/// The validation token that the webhook must echo.
const TOKEN: &str = "stormwire check: does this reach us?";

pub(super) async fn run(options: Options) -> Result<()> {
    let config = options.config.load()?;
    let mut findings = vec![passed("configuration", "every key can be used")];
    findings.extend(examine(&config, options.outside.as_deref()).await);
    let failures = findings.iter().filter(|finding| finding.outcome.is_err()).count();
    for finding in &findings {
        let (result, text) = match &finding.outcome {
            Ok(text) => ("ok ", text),
            Err(text) => ("BAD", text),
        };
        print(&format!("{result}  {}: {text}\n", finding.name))?;
    }
    if let Some(note) = missing_operator_mail(&config) {
        print(&format!("note operator: {note}\n"))?;
    }
    if failures > 0 {
        bail!("{failures} of {} are bad", findings.len());
    }
    Ok(())
}

/// Stops where the next test needs the result of a failed one.
async fn examine(config: &Config, outside: Option<&str>) -> Vec<CheckResult> {
    let mut findings = Vec::new();
    let store = match open_store(config).await {
        Ok(store) => store,
        Err(error) => return vec![failed("database", &error)],
    };
    findings.push(passed("database", "it can be opened, its tables are up to date"));
    let system = ClockAndRng::system();
    let secrets = match Secrets::load(config.key_file.clone(), system.rng.clone()) {
        Ok(secrets) => secrets,
        Err(error) => return [findings, vec![failed("key file", &error)]].concat(),
    };
    findings.push(passed("key file", "it can be read"));
    let public_url = config.server.public_url.clone();
    let webhook_base = public_url.clone().unwrap_or_else(|| local(config));
    match watchers::build(config, &Deps::new(store, &system, secrets), &webhook_base) {
        Ok(watchers) => {
            match watchers.admin().check_connections(outside).await {
                Ok(found) => findings.extend(found),
                Err(error) => findings.push(failed("watchers", &error)),
            }
            findings.push(webhook(watchers.notification_url()).await);
        }
        Err(error) => findings.push(failed("provider", &error)),
    }
    if public_url.is_none() {
        findings.push(failed("server.public_url", &"it is not set: a provider elsewhere cannot call this machine, and mails link to an address that only this machine knows"));
    }
    findings
}

/// A service works without operator mail, but nobody hears about failures.
fn missing_operator_mail(config: &Config) -> Option<&'static str> {
    match (&config.operator_email, &config.smtp) {
        (Some(_), Some(_)) => None,
        (None, _) => Some("operator.email is not set: nobody is told when something fails"),
        (Some(_), None) => Some("smtp.url and smtp.from are not set: nobody is told when something fails"),
    }
}

fn local(config: &Config) -> Url {
    let address = format!("http://{}", config.server.listen);
    address.parse().unwrap_or_else(|_| Url::parse("http://127.0.0.1:8080").expect("a fixed address"))
}

/// Calls the webhook as the provider does when a subscription is created.
async fn webhook(url: &str) -> CheckResult {
    // reqwest needs a default crypto provider; a second call fails and is harmless.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let probe = async {
        let mut url = Url::parse(url)?;
        url.query_pairs_mut().append_pair("validationToken", TOKEN);
        let response = reqwest::Client::builder().no_proxy().build()?.post(url).send().await?.error_for_status()?;
        anyhow::Ok(response.text().await?)
    };
    match probe.await {
        Ok(echo) if echo == TOKEN => passed(url, "it answers the handshake"),
        Ok(_) => failed(url, &"something else than stormwire answers there; look at the proxy"),
        Err(error) => failed(url, &format!("{error:#}; is the service running, and does the proxy lead to it?")),
    }
}

fn passed(what: &str, text: &str) -> CheckResult {
    CheckResult { name: what.to_owned(), outcome: Ok(text.to_owned()) }
}

fn failed(what: &str, error: &dyn std::fmt::Display) -> CheckResult {
    CheckResult { name: what.to_owned(), outcome: Err(error.to_string()) }
}
