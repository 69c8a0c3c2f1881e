//! `stormwire check`: checks everything that watchers need and prints one line per check.

use super::config_options::ConfigOptions;
use crate::command_database::open_store;
use crate::file_facts::file_facts;
use crate::listen::TlsCertificate;
use crate::output::print;
use anyhow::{Result, bail};
use clap::Args;
use stormwire_api::OidcSignIn;
use stormwire_city::config::{Config, Finding, TlsFiles, find_unsafe_settings};
use stormwire_city::secrets::Secrets;
use stormwire_service::database_warnings;
use stormwire_service::watchers;
use stormwire_service::{Deps, Surroundings};
use stormwire_watcher::admin::connection_check::CheckResult;
use url::Url;

#[derive(Debug, Args)]
pub(super) struct Options {
    #[command(flatten)]
    config: ConfigOptions,
    /// Mailbox that must not be readable; fails if it is
    #[arg(long, value_name = "ADDRESS")]
    outside: Option<String>,
    /// Send a test email to operator.email
    #[arg(long)]
    send_mail: bool,
}

/// The validation token that the webhook must echo.
const TOKEN: &str = "stormwire check";

pub(super) async fn run(options: Options) -> Result<()> {
    let config = options.config.load()?;
    let mut results = vec![passed_result("configuration", "all keys are valid")];
    results.extend(config.server.tls.clone().map(certificate));
    let findings = find_unsafe_settings(&config, &file_facts(&config));
    let (fatal, unsafe_settings): (Vec<Finding>, _) = findings.into_iter().partition(|one| one.prevents_start);
    results.extend(fatal.iter().map(|one| failed_result(one.key, &one.text)));
    let mut warnings: Vec<String> = unsafe_settings.iter().map(|one| format!("{}: {}", one.key, one.text)).collect();
    results.extend(run_checks(&config, &options, &mut warnings).await);
    let failures = results.iter().filter(|result| result.outcome.is_err()).count();
    for result in &results {
        let (label, text) = match &result.outcome {
            Ok(text) => ("ok", text),
            Err(text) => ("FAILED", text),
        };
        print(&format!("{label:<6}  {}: {text}\n", result.name))?;
    }
    for warning in &warnings {
        print(&format!("warning {warning}\n"))?;
    }
    if config.operator_email.is_none() && config.smtp.is_none() && config.operator_graph.is_none() {
        print(
            "note    operator mail: operator.email, smtp.url and smtp.from are not set, so failures are not reported by email; set them\n",
        )?;
    }
    if failures > 0 {
        bail!("{failures} of {} checks failed", results.len());
    }
    print(&format!("All {} checks passed\n", results.len()))
}

/// Stops when the next check needs the result of a failed one. Adds what works but is unsafe to `warnings`.
async fn run_checks(config: &Config, options: &Options, warnings: &mut Vec<String>) -> Vec<CheckResult> {
    let mut results = Vec::new();
    let store = match open_store(config).await {
        Ok(store) => store,
        Err(error) => return vec![failed_result("database", &error)],
    };
    results.push(passed_result("database", "reachable and up to date"));
    warnings.extend(database_warnings(&config.database, &store).await.unwrap_or_default());
    let system = Surroundings::system();
    let is_new_key = !config.key_file.exists();
    let secrets = match Secrets::load(config.key_file.clone(), system.rng.clone()) {
        Ok(secrets) => secrets,
        Err(error) => return [results, vec![failed_result("key file", &error)]].concat(),
    };
    let key_file =
        if is_new_key { "it did not exist and was created; keep a copy in a safe place" } else { "readable" };
    results.push(passed_result("key file", key_file));
    let public_url = config.server.public_url.clone();
    let webhook_base = public_url.clone().unwrap_or_else(|| local_url(config));
    let deps = Deps::new(store, &system, secrets);
    match watchers::build(config, &deps, &webhook_base) {
        Ok(watchers) => {
            match watchers.admin().check_connections(options.outside.as_deref()).await {
                Ok(found) => results.extend(found),
                Err(error) => results.push(failed_result("watchers", &error)),
            }
            match watchers.admin().sender_warnings().await {
                Ok(found) => warnings.extend(found),
                Err(error) => results.push(failed_result("senders", &error)),
            }
            results.push(webhook(watchers.notification_url()).await);
        }
        Err(error) => results.push(failed_result("provider", &error)),
    }
    results.extend(identity_provider(config, &system, &webhook_base).await);
    let sends_mail = config.operator_email.is_some() || config.smtp.is_some() || config.operator_graph.is_some();
    if sends_mail || options.send_mail {
        results.push(operator_mail(config, &deps, &webhook_base, options.send_mail).await);
    }
    if public_url.is_none() {
        results.push(failed_result("server.public_url", &"not set, so the mail provider cannot reach this service and links in emails do not work elsewhere; set it to the public HTTPS URL"));
    }
    results
}

/// Reads the files of `[server.tls]`.
fn certificate(files: TlsFiles) -> CheckResult {
    let name = "TLS certificate";
    match TlsCertificate::load(files) {
        Ok(_) => passed_result(name, "certificate and key can be read and belong together"),
        Err(error) => failed_result(name, &format!("{error:#}")),
    }
}

/// Reads what the OpenID Connect provider publishes about itself.
async fn identity_provider(config: &Config, system: &Surroundings, public_url: &Url) -> Option<CheckResult> {
    let oidc = config.oidc.clone()?;
    let name = format!("single sign-on {}", oidc.issuer);
    let checked = match OidcSignIn::new(oidc, public_url, system.clock.clone()) {
        Ok(oidc) => oidc.client.check().await,
        Err(error) => Err(error),
    };
    Some(match checked {
        Ok(()) => passed_result(&name, "reachable, its description and keys can be read"),
        Err(error) => failed_result(&name, &format!("{error}; check oidc.issuer and the way to it")),
    })
}

/// Signs in to the mail server, or sends a test email.
async fn operator_mail(config: &Config, deps: &Deps, public_url: &Url, send_mail: bool) -> CheckResult {
    let name = "operator mail";
    match watchers::operator_mailer(config, deps, public_url) {
        Ok(mailer) => {
            let outcome = if send_mail { mailer.send_test().await } else { mailer.check().await };
            CheckResult { name: name.to_owned(), outcome }
        }
        Err(error) => failed_result(name, &error),
    }
}

fn local_url(config: &Config) -> Url {
    let scheme = if config.server.tls.is_some() { "https" } else { "http" };
    let address = format!("{scheme}://{}", config.server.listen);
    address.parse().unwrap_or_else(|_| Url::parse("http://127.0.0.1:8080").expect("a fixed address"))
}

/// Validates the webhook as the provider does when a subscription is created.
async fn webhook(url: &str) -> CheckResult {
    // reqwest needs a default crypto provider; a second call fails and is harmless.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let probe = async {
        let mut url = Url::parse(url)?;
        url.query_pairs_mut().append_pair("validationToken", TOKEN);
        let response = reqwest::Client::builder().no_proxy().build()?.post(url).send().await?.error_for_status()?;
        anyhow::Ok(response.text().await?)
    };
    let name = format!("webhook {url}");
    match probe.await {
        Ok(echo) if echo == TOKEN => passed_result(&name, "reachable, returns the validation token"),
        Ok(_) => failed_result(&name, &"another server responds at this URL; check the proxy and server.public_url"),
        Err(error) => {
            let reason = format!("{error:#}");
            failed_result(&name, &format!("{reason}; {}", webhook_advice(&reason)))
        }
    }
}

fn webhook_advice(reason: &str) -> &'static str {
    if reason.contains("invalid peer certificate") {
        "use a certificate for the host of server.public_url that this machine trusts; Microsoft trusts only public authorities"
    } else {
        "start the service and check that the proxy forwards to it"
    }
}

fn passed_result(name: &str, text: &str) -> CheckResult {
    CheckResult { name: name.to_owned(), outcome: Ok(text.to_owned()) }
}

fn failed_result(name: &str, error: &dyn std::fmt::Display) -> CheckResult {
    CheckResult { name: name.to_owned(), outcome: Err(error.to_string()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_untrusted_certificate_is_not_blamed_on_the_proxy() {
        let untrusted = "client error (Connect): invalid peer certificate: UnknownIssuer";
        assert!(webhook_advice(untrusted).starts_with("use a certificate"));
        let down = "client error (Connect): tcp connect error: Connection refused (os error 111)";
        assert!(webhook_advice(down).starts_with("start the service"));
    }
}
