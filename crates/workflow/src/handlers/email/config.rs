//! The config of `Email`, and the mail that it renders from a context.

use super::super::outbound::merge_fields;
use super::addresses::{Addresses, mailboxes};
use super::all_clear::QuietConfig;
use super::mail::{Mail, Via, one_line};
use super::template::{self, TemplateKind};
use crate::config::ActionConfig;
use crate::fields::FieldMap;
use crate::{ConfigViolation, Context, StepError, text};
use lettre::message::Mailbox;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value};
use stormwire_extract::html_to_text;

/// Sends an email.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "PascalCase", deny_unknown_fields)]
#[schemars(title = "Email")]
pub(in super::super) struct Config {
    /// Operation and its options.
    pub(super) op: Op,
    /// Template variables with fixed values.
    #[serde(default)]
    data: Map<String, Value>,
    /// Template variables, each with the path of its value.
    #[serde(default)]
    field_map: FieldMap,
    /// Limits how often emails are sent, and sends an all-clear email. Default: an email for every message.
    pub(super) quiet: Option<QuietConfig>,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "PascalCase", deny_unknown_fields)]
pub(super) struct Op {
    /// Operation.
    #[expect(dead_code, reason = "required, and has only one value")]
    action: Operation,
    /// Transport. Default: `Smtp`.
    #[serde(default)]
    pub(super) via: Via,
    /// Sender address; with `Graph` the sending mailbox. Default: `smtp.from`. `From` in the context takes precedence.
    from: Option<String>,
    /// Recipients. Can contain placeholders. `To` in the context takes precedence.
    #[serde(default)]
    to: Addresses,
    /// Recipients of a copy.
    #[serde(default)]
    cc: Addresses,
    /// Addresses for replies.
    #[serde(default)]
    reply_to: Addresses,
    /// Template of the subject. `Subject` in the context takes precedence.
    subject: Option<String>,
    /// Template of the HTML body. Values are escaped.
    #[schemars(extend("contentMediaType" = "text/html"))]
    html: Option<String>,
    /// Template of the plain text body. Default: created from `Html`.
    #[schemars(extend("contentMediaType" = "text/plain"))]
    text: Option<String>,
}

#[derive(Debug, Clone, Copy, Deserialize, JsonSchema)]
enum Operation {
    Send,
}

impl ActionConfig for Config {
    fn validate(&self) -> Vec<ConfigViolation> {
        let op = &self.op;
        let mut violations = self.field_map.validate_without_records();
        if let Some(from) = op.from.as_ref().filter(|from| !from.contains("{{"))
            && from.parse::<Mailbox>().is_err()
        {
            violations.push(ConfigViolation::new("Op.From", format!("{from:?} is not an email address")));
        }
        let from = op.from.as_deref().and_then(text::validate);
        violations.extend(from.map(|message| ConfigViolation::new("Op.From", message)));
        violations.extend(op.to.validate("Op.To"));
        violations.extend(op.cc.validate("Op.Cc"));
        violations.extend(op.reply_to.validate("Op.ReplyTo"));
        let templates = [
            ("Op.Subject", TemplateKind::Text, &op.subject),
            ("Op.Html", TemplateKind::Html, &op.html),
            ("Op.Text", TemplateKind::Text, &op.text),
        ];
        for (path, kind, source) in templates {
            let message = source.as_deref().and_then(|source| template::validate(kind, source));
            violations.extend(message.map(|message| ConfigViolation::new(path, message)));
        }
        if op.html.is_none() && op.text.is_none() {
            violations.push(ConfigViolation::new("Op.Text", "Html or Text is required"));
        }
        violations.extend(self.quiet.iter().flat_map(QuietConfig::validate));
        violations
    }
}

impl Config {
    /// Reports required values that only the configuration or the context can provide.
    pub(super) fn warnings(&self, has_server: bool) -> Vec<ConfigViolation> {
        let op = &self.op;
        let mut warnings = Vec::new();
        if op.via == Via::Smtp && !has_server {
            warnings.push(ConfigViolation::new(
                "Op.Via",
                "no mail server is configured. Set smtp.url and smtp.from, or send through Microsoft Graph (Op.Via).",
            ));
        }
        let required = [
            ("From", op.from.is_none() && !has_server && op.via == Via::Graph, "Graph needs the sending mailbox"),
            ("To", op.to.is_empty(), "no recipient"),
            ("Subject", op.subject.is_none(), "no subject"),
        ];
        let missing = required.into_iter().filter(|(_, is_missing, _)| *is_missing);
        warnings.extend(missing.map(|(key, _, problem)| {
            let message = format!("{problem}. The action fails unless an earlier action sets {key} in the context.");
            ConfigViolation::new(format!("Op.{key}"), message)
        }));
        warnings
    }

    pub(super) fn validate_constants(&self, constants: &Context) -> Vec<ConfigViolation> {
        let op = &self.op;
        let all = [("Op.To", &op.to), ("Op.Cc", &op.cc), ("Op.ReplyTo", &op.reply_to)];
        let addresses = all.into_iter().flat_map(|(path, addresses)| addresses.validate_constants(path, constants));
        addresses.chain(self.quiet.iter().flat_map(|quiet| quiet.validate_constants(constants))).collect()
    }

    /// `From`, `To` and `Subject` at the root of the context take precedence.
    pub(super) fn mail(&self, context: &Context, sender: Option<&Mailbox>) -> Result<Mail, StepError> {
        let op = &self.op;
        let failed = |path: &str, error: &str| StepError::Failed(format!("{path}: {error}"));
        let root = |key: &str| Some(&context.root()[key]).filter(|value| !value.is_null());
        let from = match (root("From"), &op.from) {
            (Some(from), _) => mailboxes("From", from)?.into_iter().next(),
            (None, Some(from)) => {
                Addresses::One(from.clone()).resolve_mailboxes("Op.From", context)?.into_iter().next()
            }
            (None, None) => sender.cloned(),
        };
        let to = match root("To") {
            Some(to) => mailboxes("To", to)?,
            None => op.to.resolve_mailboxes("Op.To", context)?,
        };
        if to.is_empty() {
            return Err(failed("Op.To", "no recipient"));
        }
        let mut variables = context.clone();
        for (name, value) in merge_fields(self.data.clone(), self.field_map.resolve(context, None)?) {
            variables.set(&name, value);
        }
        let render = |path: &str, kind, source: &Option<String>| {
            let rendered = source.as_deref().map(|source| template::render(kind, source, &variables));
            rendered.transpose().map_err(|error| failed(path, &error))
        };
        let subject = match root("Subject") {
            Some(subject) => Some(text::value_to_text(subject)),
            None => render("Op.Subject", TemplateKind::Text, &op.subject)?,
        };
        let subject = subject.map(|subject| one_line(&subject)).unwrap_or_default();
        if subject.is_empty() {
            return Err(failed("Op.Subject", "no subject"));
        }
        let html = render("Op.Html", TemplateKind::Html, &op.html)?;
        let text = render("Op.Text", TemplateKind::Text, &op.text)?;
        let text = text.or_else(|| html.as_deref().map(html_to_text)).unwrap_or_default();
        Ok(Mail {
            from: from.ok_or_else(|| failed("Op.From", "no sender"))?,
            to,
            cc: op.cc.resolve_mailboxes("Op.Cc", context)?,
            reply_to: op.reply_to.resolve_mailboxes("Op.ReplyTo", context)?,
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
        Config::from_json(&json!({"Op": op}))
    }

    fn mail(config: &Config, context: Value) -> Result<Mail, String> {
        let Value::Object(root) = context else { unreachable!() };
        let sender: Mailbox = "stormwire@example.gov".parse().unwrap();
        config.mail(&Context::new(root), Some(&sender)).map_err(|error| error.to_string())
    }

    #[test]
    fn violations_have_their_path() {
        for (config, path) in [
            (json!({"Via": "Fax"}), "Op.Via"),
            (json!({"From": "crew"}), "Op.From"),
            (json!({"To": "crew"}), "Op.To"),
            (json!({"To": ["a@b.c", "x@"]}), "Op.To"),
            (json!({"Cc": "{{ Boss }}"}), "Op.Cc"),
            (json!({"Subject": "{{ x"}), "Op.Subject"),
            (json!({"Html": "<p>\n{% if x %}"}), "Op.Html"),
            (json!({"Bcc": "a@b.c"}), "Op.Bcc"),
        ] {
            let violations = op(config.clone()).unwrap_err();
            assert!(violations[0].path == path, "{config} {violations:?}");
        }
        let line = op(json!({"Html": "<p>\n{% if x %}"})).unwrap_err()[0].message.clone();
        assert!(line.starts_with("line 2"), "{line}");
        assert!(Config::from_json(&json!({"Op": {"Action": "Send"}})).unwrap_err()[0].path == "Op.Text");
    }

    #[test]
    fn the_context_takes_precedence_over_the_config() {
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
            ("To", json!([]), "no recipient"),
            ("To", json!("{{ $.Absent }}"), "no value at"),
            ("Subject", json!("  "), "no subject"),
        ] {
            let mut config = whole.clone();
            config[key] = value;
            let error = mail(&op(config).unwrap(), json!({})).err().unwrap();
            assert!(error.contains(word), "{key}: {error}");
        }
        let config = op(whole).unwrap();
        assert!(mail(&config, json!({"To": "not an address"})).is_err());
        assert!(mail(&config, json!({})).unwrap().from.to_string().contains("stormwire@example.gov"));
    }

    #[test]
    fn a_list_in_the_context_gives_several_recipients() {
        let config =
            op(json!({"To": "{{ $.Message.To }}", "Cc": ["{{ $.Boss }}", "b@c.example, d@e.example"], "Subject": "S"}))
                .unwrap();
        let context =
            json!({"Message": {"To": ["a@b.example", "c@d.example"]}, "Boss": "\"Boss, The\" <boss@x.example>"});
        let mail = mail(&config, context).unwrap();
        assert_eq!((mail.to.len(), mail.cc.len()), (2, 3));
    }
}
