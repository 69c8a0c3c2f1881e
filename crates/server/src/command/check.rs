//! `stormwire check`: whether everything that watching needs is there, one line each, with what to do about it.

use super::{ConfigOptions, print, store, world};
use crate::serve::Base;
use crate::watching;
use anyhow::{Result, bail};
use clap::Args;
use stormwire_city::config::Config;
use stormwire_city::secrets::Secrets;
use stormwire_watcher::examine::Finding;
use url::Url;

#[derive(Debug, Args)]
pub(super) struct Options {
    #[command(flatten)]
    config: ConfigOptions,
    /// A mailbox outside of what was granted; it is bad when it can be read.
    #[arg(long, value_name = "ADDRESS")]
    outside: Option<String>,
}

/// What the webhook is asked to say.
const WORD: &str = "stormwire check: does this reach us?";

pub(super) async fn run(options: Options) -> Result<()> {
    let config = options.config.load()?;
    let mut findings = vec![good("configuration", "every key can be used")];
    findings.extend(examine(&config, options.outside.as_deref()).await);
    let bad = findings.iter().filter(|finding| finding.found.is_err()).count();
    for finding in &findings {
        let (word, text) = match &finding.found {
            Ok(text) => ("ok ", text),
            Err(text) => ("BAD", text),
        };
        print(&format!("{word}  {}: {text}\n", finding.what))?;
    }
    if let Some(words) = unheard(&config) {
        print(&format!("note operator: {words}\n"))?;
    }
    if bad > 0 {
        bail!("{bad} of {} are bad", findings.len());
    }
    Ok(())
}

/// Stops where the next thing cannot be looked at without this one.
async fn examine(config: &Config, outside: Option<&str>) -> Vec<Finding> {
    let mut findings = Vec::new();
    let store = match store(config).await {
        Ok(store) => store,
        Err(error) => return vec![bad("database", &error)],
    };
    findings.push(good("database", "it can be opened, its tables are up to date"));
    let world = world();
    let secrets = match Secrets::load(config.key_file.clone(), world.1.clone()) {
        Ok(secrets) => secrets,
        Err(error) => return [findings, vec![bad("key file", &error)]].concat(),
    };
    findings.push(good("key file", "it can be read"));
    let public_url = config.server.public_url.clone();
    let reached = public_url.clone().unwrap_or_else(|| local(config));
    match watching::watch(config, &Base { store, world, secrets }, &reached) {
        Ok(watch) => {
            match watch.examine(outside).await {
                Ok(found) => findings.extend(found),
                Err(error) => findings.push(bad("watchers", &error)),
            }
            findings.push(webhook(&watch.notification_url).await);
        }
        Err(error) => findings.push(bad("provider", &error)),
    }
    if public_url.is_none() {
        findings.push(bad("server.public_url", &"it is not set: a provider elsewhere cannot call this machine, and mails link to an address that only this machine knows"));
    }
    findings
}

/// Whoever has to mend something should be told of it; a service works without.
fn unheard(config: &Config) -> Option<&'static str> {
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

/// Asks the webhook as the provider does when a subscription is made.
async fn webhook(url: &str) -> Finding {
    // The client wants to know whose cryptography it uses; a second answer is refused and harmless.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let asked = async {
        let mut asked = Url::parse(url)?;
        asked.query_pairs_mut().append_pair("validationToken", WORD);
        let response = reqwest::Client::builder().no_proxy().build()?.post(asked).send().await?.error_for_status()?;
        anyhow::Ok(response.text().await?)
    };
    match asked.await {
        Ok(said) if said == WORD => good(url, "it answers the handshake"),
        Ok(_) => bad(url, &"something else than stormwire answers there; look at the proxy"),
        Err(error) => bad(url, &format!("{error:#}; is the service running, and does the proxy lead to it?")),
    }
}

fn good(what: &str, words: &str) -> Finding {
    Finding { what: what.to_owned(), found: Ok(words.to_owned()) }
}

fn bad(what: &str, words: &dyn std::fmt::Display) -> Finding {
    Finding { what: what.to_owned(), found: Err(words.to_string()) }
}
