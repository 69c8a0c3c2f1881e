//! The texts of a mail: minijinja over the context. `{{ $.Path }}` is a hole here as everywhere; loops and conditions are
//! there for what holes cannot say. What stands in no place is an error, never an empty spot in a warning.

use crate::Context;
use crate::context::{one, parse};
use jiff::fmt::strtime;
use jiff::tz::TimeZone;
use jiff::{RoundMode, Timestamp, TimestampRound, Unit};
use minijinja::value::Serde;
use minijinja::{AutoEscape, Environment, Error, ErrorKind, State, UndefinedBehavior, Value};
use std::fmt::Write;
use std::io;

/// As much as a template may do.
const FUEL: u64 = 500_000;
/// As long as a text may get.
const LONGEST: usize = 2 * 1024 * 1024;

/// How values are put into it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Text,
    /// As text of an HTML document, whatever signs they hold.
    Html,
}

/// What is wrong with a template, with the line.
pub(super) fn fault(kind: Kind, source: &str) -> Option<String> {
    let translated = match translate(source) {
        Ok(translated) => translated,
        Err((line, why)) => return Some(format!("line {line}: {why}")),
    };
    let mut environment = environment(kind, &Context::default());
    // Names that are not there yet are no mistake; filters, tests and functions that do not exist are.
    environment.set_undefined_behavior(UndefinedBehavior::Chainable);
    environment.add_function("at", |_: String| Value::UNDEFINED);
    let template = match environment.template_from_named_str("template", &translated) {
        Ok(template) => template,
        Err(error) => return Some(words(&error)),
    };
    match template.render(()) {
        Err(error)
            if matches!(
                error.kind(),
                ErrorKind::UnknownFilter | ErrorKind::UnknownTest | ErrorKind::UnknownFunction
            ) =>
        {
            Some(words(&error))
        }
        _ => None,
    }
}

/// The text, with everything in its place.
pub(super) fn render(kind: Kind, source: &str, context: &Context) -> Result<String, String> {
    let translated = translate(source).map_err(|(line, why)| format!("line {line}: {why}"))?;
    let environment = environment(kind, context);
    let template = environment.template_from_named_str("template", &translated).map_err(|error| words(&error))?;
    let mut text = Capped(Vec::new());
    template.render_captured_to(Value::from(Serde(context.root())), &mut text).map_err(|error| words(&error))?;
    String::from_utf8(text.0).map_err(|error| error.to_string())
}

fn environment<'e>(kind: Kind, context: &Context) -> Environment<'e> {
    let mut environment = Environment::new();
    environment.set_auto_escape_callback(move |_| match kind {
        Kind::Html => AutoEscape::Html,
        Kind::Text => AutoEscape::None,
    });
    environment.set_undefined_behavior(UndefinedBehavior::SemiStrict);
    environment.set_fuel(Some(FUEL));
    environment.add_filter("local", local);
    environment.add_filter("next_minute", next_minute);
    let root = context.root().clone();
    environment.add_function("at", move |path: String| {
        let wrong = |error: crate::ContextError| Error::new(ErrorKind::UndefinedError, error.to_string());
        let path = parse(&path).map_err(wrong)?;
        one(&root, &path).map(|found| Value::from(Serde(found))).map_err(wrong)
    });
    environment
}

/// `{{ StruckAt | local }}`: a time as people of the city read it, `2:03 PM`, or in a strftime format that is given. A mail
/// must not show an empty spot for a time, so nothing is no time.
fn local(state: &State<'_, '_>, value: &Value, format: Option<&str>) -> Result<String, Error> {
    let wrong = |why: String| Error::new(ErrorKind::InvalidOperation, why);
    let at = time(value)?;
    let city = state.lookup("City").and_then(|city| city.get_attr("TimeZone").ok());
    let zone = city.and_then(|zone| TimeZone::get(zone.as_str()?).ok()).unwrap_or(TimeZone::UTC);
    let zoned = at.to_zoned(zone);
    strtime::format(format.unwrap_or("%-I:%M %p"), &zoned).map_err(|error| wrong(error.to_string()))
}

/// `{{ ClearAt | next_minute | local }}`: whoever is told the minute only must not go out before the second. A whole minute
/// stays as it is.
fn next_minute(value: &Value) -> Result<String, Error> {
    let wrong = |error: jiff::Error| Error::new(ErrorKind::InvalidOperation, error.to_string());
    let up = TimestampRound::new().smallest(Unit::Minute).mode(RoundMode::Ceil);
    Ok(time(value)?.round(up).map_err(wrong)?.to_string())
}

fn time(value: &Value) -> Result<Timestamp, Error> {
    if value.is_undefined() {
        return Err(Error::new(ErrorKind::UndefinedError, "there is no time to show"));
    }
    let wrong = |_| Error::new(ErrorKind::InvalidOperation, format!("{value} is not a time"));
    value.to_string().parse().map_err(wrong)
}

/// `{{ $.Path }}` becomes `{{ at("$.Path") }}`, filters behind it included.
fn translate(source: &str) -> Result<String, (usize, String)> {
    let (mut out, mut rest) = (String::with_capacity(source.len()), source);
    while let Some(start) = rest.find("{{") {
        let (before, hole) = rest.split_at(start);
        let Some(end) = hole.find("}}") else { break };
        let inside = &hole[2..end];
        let bare = inside.trim_start_matches(['-', '+']).trim_start();
        out.push_str(before);
        if bare.starts_with('$') {
            let marks = &inside[..inside.len() - bare.len()];
            let (path, filters) = split(bare.trim_end_matches(['-', '+']).trim_end());
            let line = source[..source.len() - rest.len() + start].matches('\n').count() + 1;
            parse(path).map_err(|error| (line, error.to_string()))?;
            let _ = write!(out, "{{{{{marks}at({}){filters}", serde_json::Value::from(path));
            let tail = bare.trim_end();
            out.push_str(&tail[tail.trim_end_matches(['-', '+']).len()..]);
        } else {
            out.push_str(&hole[..end]);
        }
        out.push_str("}}");
        rest = &hole[end + 2..];
    }
    out.push_str(rest);
    Ok(out)
}

/// The path, and the filters behind it.
fn split(expression: &str) -> (&str, &str) {
    if parse(expression).is_ok() {
        return (expression, "");
    }
    let at = expression.find('|').unwrap_or(expression.len());
    let (path, filters) = expression.split_at(at);
    (path.trim_end(), filters)
}

fn words(error: &Error) -> String {
    let what = error.detail().map_or_else(|| error.kind().to_string(), |detail| format!("{}: {detail}", error.kind()));
    error.line().map_or(what.clone(), |line| format!("line {line}: {what}"))
}

struct Capped(Vec<u8>);

impl io::Write for Capped {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.0.len() + bytes.len() > LONGEST {
            return Err(io::Error::other(format!("the text is longer than {} KiB", LONGEST / 1024)));
        }
        self.0.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn context() -> Context {
        let serde_json::Value::Object(root) = json!({
            "Message": {"Subject": "<b>{{ 7*7 }}</b> & \"x\""},
            "Extract": {"Items": [{"Type": "cloud"}, {"Type": "ground"}], "Count": 2},
            "None": null,
        }) else {
            unreachable!()
        };
        Context::new(root)
    }

    #[test]
    fn values_are_text_in_whatever_they_are_put_into() {
        let of = |kind, source: &str| render(kind, source, &context()).unwrap();
        assert_eq!(of(Kind::Text, "{{ Message.Subject }}"), "<b>{{ 7*7 }}</b> & \"x\"");
        assert_eq!(of(Kind::Text, "{{ $.Message.Subject }}"), "<b>{{ 7*7 }}</b> & \"x\"");
        let escaped = "&lt;b&gt;{{ 7*7 }}&lt;&#x2f;b&gt; &amp; &quot;x&quot;";
        assert_eq!(of(Kind::Html, "<p>{{ Message.Subject }}</p>"), format!("<p>{escaped}</p>"));
        assert_eq!(of(Kind::Html, "<p>{{ $.Message.Subject }}</p>"), format!("<p>{escaped}</p>"));
        assert_eq!(
            of(Kind::Html, "<a title=\"{{ $.Message.Subject | upper }}\">"),
            format!(
                "<a title=\"{}\">",
                escaped
                    .to_uppercase()
                    .replace("&LT;", "&lt;")
                    .replace("&GT;", "&gt;")
                    .replace("&AMP;", "&amp;")
                    .replace("&QUOT;", "&quot;")
                    .replace("&#X2F;", "&#x2f;")
            )
        );
    }

    #[test]
    fn loops_conditions_and_paths_work_side_by_side() {
        let source = "{% for strike in Extract.Items %}{{ loop.index }} {{ strike.Type }};{% endfor %} {{ $.Extract.Items[1].Type }}{% if Missing %}never{% endif %}";
        assert_eq!(render(Kind::Text, source, &context()).unwrap(), "1 cloud;2 ground; ground");
        assert_eq!(render(Kind::Text, "a {{- $.Extract.Count -}} b", &context()).unwrap(), "a2b");
    }

    #[test]
    fn what_is_not_there_is_an_error_with_its_line() {
        for source in ["a\n{{ Nothing }}", "a\n{{ $.Nothing }}", "a\n{{ Message.Nothing.More }}"] {
            let error = render(Kind::Text, source, &context()).unwrap_err();
            assert!(error.starts_with("line 2: "), "{source}: {error}");
            assert_eq!(fault(Kind::Text, source), None, "it may be there when it runs");
        }
    }

    #[test]
    fn mistakes_are_found_when_the_action_is_saved() {
        for (source, line) in [
            ("a\n{{ $.[ }}", "line 2"),
            ("a\n{% for x in y %}", "line 2"),
            ("a\n\n{{ x | nothing }}", "line 3"),
            ("{{ x", "line 1"),
            ("{% nothing %}", "line 1"),
            ("{{ nothing() }}", "line 1"),
        ] {
            let found = fault(Kind::Html, source);
            assert!(found.as_ref().is_some_and(|fault| fault.starts_with(line)), "{source}: {found:?}");
        }
    }

    #[test]
    fn times_are_told_as_the_city_reads_them() {
        let serde_json::Value::Object(root) =
            json!({"City": {"TimeZone": "America/Chicago"}, "At": "2026-05-01T18:03:09.000000Z", "None": null})
        else {
            unreachable!()
        };
        let context = Context::new(root);
        let of = |source: &str| render(Kind::Text, source, &context);
        assert_eq!(of("{{ At | local }}").unwrap(), "1:03 PM");
        assert_eq!(of("{{ $.At | local('%a %b %-d, %H:%M %Z') }}").unwrap(), "Fri May 1, 13:03 CDT");
        assert_eq!(of("{{ At | next_minute | local('%H:%M:%S') }}").unwrap(), "13:04:00", "nobody goes out too early");
        assert_eq!(of("{{ '2026-05-01T18:03:00Z' | next_minute | local('%H:%M:%S') }}").unwrap(), "13:03:00");
        for source in [
            "{{ None | next_minute }}",
            "{{ None | local }}",
            "{{ Nothing | local }}",
            "{{ City | local }}",
            "{{ At | local('%!') }}",
        ] {
            assert!(of(source).unwrap_err().starts_with("line 1: "), "{source}");
        }
        assert_eq!(fault(Kind::Text, "{{ At | local }}"), None);
    }

    #[test]
    fn a_template_ends() {
        let endless = "{% for a in range(10000) %}{% for b in range(10000) %}{{ a }}{% endfor %}{% endfor %}";
        assert!(render(Kind::Text, endless, &context()).is_err());
    }
}
