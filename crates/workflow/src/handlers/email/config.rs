//! The config of `Email`: what is wrong with it, what it lacks, and the mail that it makes of a context.

use super::super::outside::merged;
use super::addresses::{Addresses, mailboxes};
use super::mail::{Mail, Via, one_line};
use super::quiet::Quiet;
use super::template::{self, Kind};
use crate::config::Settings;
use crate::fields::FieldMap;
use crate::{ConfigViolation, Context, StepError, text};
use lettre::message::Mailbox;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value};
use stormwire_extract::html_to_text;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "PascalCase", deny_unknown_fields)]
pub(in super::super) struct Config {
    /// What is done, and with what.
    pub(super) op: Op,
    /// More names for the templates: literals.
    #[serde(default)]
    data: Map<String, Value>,
    /// More names for the templates, each with the path of its value.
    #[serde(default)]
    field_map: FieldMap,
    /// When the mail is held back, and what is mailed at the end; left out, every message is mailed.
    pub(super) quiet: Option<Quiet>,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "PascalCase", deny_unknown_fields)]
pub(super) struct Op {
    /// What is done.
    #[expect(dead_code, reason = "there is one, and it must be named")]
    action: Verb,
    /// Which way it goes; `Smtp` when left out.
    #[serde(default)]
    pub(super) via: Via,
    /// The sender: `smtp.from` when left out; the mailbox that sends with `Graph`. `From` at the root of the context wins.
    from: Option<String>,
    /// Addresses, which may have holes. `To` at the root of the context wins.
    #[serde(default)]
    to: Addresses,
    /// Copies.
    #[serde(default)]
    cc: Addresses,
    /// Where answers go.
    #[serde(default)]
    reply_to: Addresses,
    /// A template. `Subject` at the root of the context wins.
    subject: Option<String>,
    /// A template whose values are escaped.
    #[schemars(extend("contentMediaType" = "text/html"))]
    html: Option<String>,
    /// A template for those who see no HTML; made from `Html` when left out.
    #[schemars(extend("contentMediaType" = "text/plain"))]
    text: Option<String>,
}

#[derive(Debug, Clone, Copy, Deserialize, JsonSchema)]
enum Verb {
    Send,
}

impl Settings for Config {
    fn faults(&self) -> Vec<ConfigViolation> {
        let op = &self.op;
        let mut faults = self.field_map.root_faults();
        let from = op.from.as_ref().filter(|from| !from.contains("{{"));
        if from.is_some_and(|from| from.parse::<Mailbox>().is_err()) {
            faults.push(ConfigViolation::new("Op.From", "not a mail address"));
        }
        faults.extend(op.from.as_deref().and_then(text::fault).map(|fault| ConfigViolation::new("Op.From", fault)));
        faults.extend(op.to.faults("Op.To").chain(op.cc.faults("Op.Cc")).chain(op.reply_to.faults("Op.ReplyTo")));
        let templates = [
            ("Op.Subject", Kind::Text, &op.subject),
            ("Op.Html", Kind::Html, &op.html),
            ("Op.Text", Kind::Text, &op.text),
        ];
        for (path, kind, source) in templates {
            faults.extend(
                source
                    .as_deref()
                    .and_then(|source| template::fault(kind, source))
                    .map(|fault| ConfigViolation::new(path, fault)),
            );
        }
        if op.html.is_none() && op.text.is_none() {
            faults.push(ConfigViolation::new("Op.Text", "give Html, Text or both"));
        }
        faults.extend(self.quiet.iter().flat_map(Quiet::faults));
        faults
    }
}

impl Config {
    /// What is needed and must come from elsewhere.
    pub(super) fn warnings(&self, has_server: bool) -> Vec<ConfigViolation> {
        let op = &self.op;
        let mut warnings = Vec::new();
        if op.via == Via::Smtp && !has_server {
            warnings.push(ConfigViolation::new(
                "Op.Via",
                "there is no mail server: set smtp.url and smtp.from, or use Graph",
            ));
        }
        let lacking = [
            ("From", op.from.is_none() && !has_server, "Graph sends from the mailbox that Op.From names"),
            ("To", op.to.is_empty(), "there is nobody to send it to"),
            ("Subject", op.subject.is_none(), "a mail without a subject is not sent"),
        ];
        let lacking =
            lacking.into_iter().filter(|(key, is_lacking, _)| *is_lacking && (*key != "From" || op.via == Via::Graph));
        warnings.extend(lacking.map(|(key, _, why)| {
            let words = format!("{why}, unless an earlier action puts {key} at the root of the context");
            ConfigViolation::new(format!("Op.{key}"), words)
        }));
        warnings
    }

    /// What would fail at every message with what is known of the context.
    pub(super) fn objections(&self, known: &Context) -> Vec<ConfigViolation> {
        let op = &self.op;
        let all = [("Op.To", &op.to), ("Op.Cc", &op.cc), ("Op.ReplyTo", &op.reply_to)];
        let addresses = all.into_iter().flat_map(|(path, addresses)| addresses.objections(path, known));
        addresses.chain(self.quiet.iter().flat_map(|quiet| quiet.objections(known))).collect()
    }

    /// What is to be sent. At the root of the context, `From`, `To` and `Subject` win.
    pub(super) fn mail(&self, context: &Context, sender: Option<&Mailbox>) -> Result<Mail, StepError> {
        let op = &self.op;
        let failed = |path: &str, why: &str| StepError::Failed(format!("{path}: {why}"));
        let root = |key: &str| Some(&context.root()[key]).filter(|value| !value.is_null());
        let from = match (root("From"), &op.from) {
            (Some(from), _) => mailboxes("From", from)?.into_iter().next(),
            (None, Some(from)) => Addresses::One(from.clone()).fill("Op.From", context)?.into_iter().next(),
            (None, None) => sender.cloned(),
        };
        let to = match root("To") {
            Some(to) => mailboxes("To", to)?,
            None => op.to.fill("Op.To", context)?,
        };
        if to.is_empty() {
            return Err(failed("Op.To", "there is nobody to send it to"));
        }
        let mut names = context.clone();
        for (name, value) in merged(self.data.clone(), self.field_map.resolve(context, None)?) {
            names.set(&name, value);
        }
        let render = |path: &str, kind, source: &Option<String>| {
            let rendered = source.as_deref().map(|source| template::render(kind, source, &names));
            rendered.transpose().map_err(|why| failed(path, &why))
        };
        let subject = match root("Subject") {
            Some(subject) => Some(text::plain(subject)),
            None => render("Op.Subject", Kind::Text, &op.subject)?,
        };
        let subject = subject.map(|subject| one_line(&subject)).unwrap_or_default();
        if subject.is_empty() {
            return Err(failed("Op.Subject", "the mail has no subject"));
        }
        let html = render("Op.Html", Kind::Html, &op.html)?;
        let text = render("Op.Text", Kind::Text, &op.text)?;
        let text = text.or_else(|| html.as_deref().map(html_to_text)).unwrap_or_default();
        Ok(Mail {
            from: from.ok_or_else(|| failed("Op.From", "the mail has no sender"))?,
            to,
            cc: op.cc.fill("Op.Cc", context)?,
            reply_to: op.reply_to.fill("Op.ReplyTo", context)?,
            subject,
            html,
            text,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn op(op: Value) -> Result<Config, Vec<ConfigViolation>> {
        let mut op = op;
        op["Action"] = json!("Send");
        if op["Text"].is_null() && op["Html"].is_null() {
            op["Text"] = json!("Strike");
        }
        Config::read(&json!({"Op": op}))
    }

    fn mail(config: &Config, context: Value) -> Result<Mail, String> {
        let Value::Object(root) = context else { unreachable!() };
        let sender: Mailbox = "stormwire@example.gov".parse().unwrap();
        config.mail(&Context::new(root), Some(&sender)).map_err(|error| error.to_string())
    }

    #[test]
    fn mistakes_are_found_with_their_path() {
        for (config, path) in [
            (json!({"Via": "Pigeon"}), "Op.Via"),
            (json!({"From": "nobody"}), "Op.From"),
            (json!({"To": "nobody"}), "Op.To"),
            (json!({"To": ["a@b.c", "x@"]}), "Op.To"),
            (json!({"Cc": "{{ Boss }}"}), "Op.Cc"),
            (json!({"Subject": "{{ x"}), "Op.Subject"),
            (json!({"Html": "<p>\n{% if x %}"}), "Op.Html"),
            (json!({"Bcc": "a@b.c"}), "Op.Bcc"),
        ] {
            let faults = op(config.clone()).unwrap_err();
            assert!(faults[0].path == path, "{config} {faults:?}");
        }
        let line = op(json!({"Html": "<p>\n{% if x %}"})).unwrap_err()[0].message.clone();
        assert!(line.starts_with("line 2"), "{line}");
        assert!(Config::read(&json!({"Op": {"Action": "Send"}})).unwrap_err()[0].path == "Op.Text");
    }

    #[test]
    fn the_root_of_the_context_wins_over_the_config() {
        let config = op(json!({"From": "a@b.example", "To": "c@d.example", "Subject": "S {{ N }}"})).unwrap();
        let plain = mail(&config, json!({"N": 7})).unwrap();
        assert_eq!((plain.from.to_string(), plain.to.len(), plain.subject), ("a@b.example".into(), 1, "S 7".into()));
        let root = json!({"From": "Vendor <v@w.example>", "To": ["x@y.example", "z@y.example"], "Subject": "over\r\nBcc: q@r.s"});
        let overridden = mail(&config, root).unwrap();
        assert_eq!(overridden.from.email.to_string(), "v@w.example");
        assert_eq!(overridden.to.len(), 2);
        assert_eq!(overridden.subject, "over Bcc: q@r.s", "one line");
    }

    #[test]
    fn a_mail_without_sender_recipient_or_subject_is_not_sent() {
        let whole = json!({"To": "c@d.example", "Subject": "S"});
        for (key, value, word) in [
            ("To", json!([]), "nobody"),
            ("To", json!("{{ $.Nobody }}"), "nothing at"),
            ("Subject", json!("  "), "no subject"),
        ] {
            let mut config = whole.clone();
            config[key] = value;
            let refused = mail(&op(config).unwrap(), json!({})).err().unwrap();
            assert!(refused.contains(word), "{key}: {refused}");
        }
        let config = op(whole).unwrap();
        assert!(mail(&config, json!({"To": "not an address"})).is_err());
        assert!(mail(&config, json!({})).unwrap().from.to_string().contains("stormwire@example.gov"));
    }

    #[test]
    fn a_list_in_the_context_names_several_recipients() {
        let config =
            op(json!({"To": "{{ $.Message.To }}", "Cc": ["{{ $.Boss }}", "b@c.example, d@e.example"], "Subject": "S"}))
                .unwrap();
        let context =
            json!({"Message": {"To": ["a@b.example", "c@d.example"]}, "Boss": "\"Boss, The\" <boss@x.example>"});
        let mail = mail(&config, context).unwrap();
        assert_eq!((mail.to.len(), mail.cc.len()), (2, 3));
    }
}
