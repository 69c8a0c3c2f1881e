//! Templates of a mail: minijinja with the context as variables. `{{ $.Path }}` works here as in all other texts. A missing
//! value is an error, so that a warning is never sent with a gap.

use super::unescaped::{UnescapedMarkup, find_unescaped};
use crate::Context;
use crate::context::{parse_path, value_at};
use jiff::fmt::strtime;
use jiff::tz::TimeZone;
use jiff::{RoundMode, Timestamp, TimestampRound, Unit};
use minijinja::value::Serde;
use minijinja::{AutoEscape, Environment, Error, ErrorKind, Output, State, UndefinedBehavior, Value, escape_formatter};
use std::fmt::Write;
use std::io;
use stormwire_geo::StrikeKind;

/// Minijinja's limit of instructions.
const FUEL: u64 = 500_000;
const MAX_BYTES: usize = 2 * 1024 * 1024;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TemplateKind {
    Text,
    /// Values are escaped.
    Html,
}

/// Returns the first error with its line.
pub fn validate(kind: TemplateKind, source: &str) -> Option<String> {
    use ErrorKind::{UnknownFilter, UnknownFunction, UnknownTest, WriteFailure};
    let translated = match prepare(kind, source) {
        Ok(translated) => translated,
        Err(error) => return Some(error),
    };
    let mut environment = environment(kind, &Context::default());
    // Variables may be unknown until the run; filters, tests and functions must exist.
    environment.set_undefined_behavior(UndefinedBehavior::Chainable);
    environment.add_function("at", |_: String| Value::UNDEFINED);
    let template = match environment.template_from_named_str("template", &translated) {
        Ok(template) => template,
        Err(error) => return Some(error_text(&error, &translated)),
    };
    match template.render_captured_to((), &mut LimitedBuffer(Vec::new())) {
        // Other errors depend on the values.
        Err(error) if matches!(error.kind(), UnknownFilter | UnknownTest | UnknownFunction | WriteFailure) => {
            Some(error_text(&error, &translated))
        }
        _ => None,
    }
}

pub fn render(kind: TemplateKind, source: &str, context: &Context) -> Result<String, String> {
    let translated = prepare(kind, source)?;
    let failed = |error: Error| error_text(&error, &translated);
    let environment = environment(kind, context);
    let template = environment.template_from_named_str("template", &translated).map_err(failed)?;
    let mut text = LimitedBuffer(Vec::new());
    template.render_captured_to(Value::from(Serde(context.root())), &mut text).map_err(failed)?;
    String::from_utf8(text.0).map_err(|error| error.to_string())
}

/// The template in minijinja's language. Values in HTML are always escaped.
fn prepare(kind: TemplateKind, source: &str) -> Result<String, String> {
    let unescaped = if kind == TemplateKind::Html { find_unescaped(source) } else { None };
    if let Some(UnescapedMarkup { line, message }) = unescaped {
        return Err(format!("line {line}: {message}"));
    }
    translate(source).map_err(|(line, why)| format!("line {line}: {why}"))
}

fn environment<'e>(kind: TemplateKind, context: &Context) -> Environment<'e> {
    let mut environment = Environment::new();
    environment.set_auto_escape_callback(move |_| match kind {
        TemplateKind::Html => AutoEscape::Html,
        TemplateKind::Text => AutoEscape::None,
    });
    if kind == TemplateKind::Html {
        environment.set_formatter(write_escaped);
    }
    environment.set_undefined_behavior(UndefinedBehavior::SemiStrict);
    environment.set_fuel(Some(FUEL));
    // Errors can then name the expression.
    environment.set_debug(true);
    environment.remove_filter("safe");
    environment.add_filter("local", format_local_time);
    environment.add_filter("next_minute", next_minute);
    environment.add_filter("strike_kind", strike_kind);
    let root = context.root().clone();
    environment.add_function("at", move |path: String| {
        let failed = |error: crate::ContextError| Error::new(ErrorKind::UndefinedError, error.to_string());
        let path = parse_path(&path).map_err(failed)?;
        value_at(&root, &path).map(|found| Value::from(Serde(found))).map_err(failed)
    });
    environment
}

/// The search for unescaped markup can be deceived by braces. Nothing is written where escaping is off.
fn write_escaped(out: &mut Output<'_>, state: &mut State<'_, '_>, value: &Value) -> Result<(), Error> {
    if !matches!(state.auto_escape(), AutoEscape::Html) {
        return Err(Error::new(ErrorKind::InvalidOperation, "a value without escaping is not allowed in HTML"));
    }
    escape_formatter(out, state, value)
}

/// `{{ StruckAt | local }}`: a time in the city's time zone, as `2:03 PM` or in the given strftime format. A missing time is
/// an error.
fn format_local_time(state: &State<'_, '_>, value: &Value, format: Option<&str>) -> Result<String, Error> {
    let failed = |error: String| Error::new(ErrorKind::InvalidOperation, error);
    let at = time(value)?;
    let city = state.lookup("City").and_then(|city| city.get_attr("TimeZone").ok());
    let zone = city.and_then(|zone| TimeZone::get(zone.as_str()?).ok()).unwrap_or(TimeZone::UTC);
    let zoned = at.to_zoned(zone);
    strtime::format(format.unwrap_or("%-I:%M %p"), &zoned).map_err(|error| failed(error.to_string()))
}

/// `{{ ClearAt | next_minute | local }}`: rounds up to a whole minute. A time shown in minutes must not be too early.
fn next_minute(value: &Value) -> Result<String, Error> {
    let failed = |error: jiff::Error| Error::new(ErrorKind::InvalidOperation, error.to_string());
    let up = TimestampRound::new().smallest(Unit::Minute).mode(RoundMode::Ceil);
    Ok(time(value)?.round(up).map_err(failed)?.to_string())
}

/// `{{ strike.Type | strike_kind }}`: `ground`, `cloud` or `unknown`, as in the API.
fn strike_kind(value: &Value) -> Result<&'static str, Error> {
    if value.is_undefined() {
        return Err(Error::new(ErrorKind::UndefinedError, "the type is missing"));
    }
    Ok(StrikeKind::from_vendor_text(value.as_str().unwrap_or_default()).name())
}

fn time(value: &Value) -> Result<Timestamp, Error> {
    if value.is_undefined() {
        return Err(Error::new(ErrorKind::UndefinedError, "the time is missing"));
    }
    let invalid = |_| Error::new(ErrorKind::InvalidOperation, format!("{value} is not a time"));
    value.to_string().parse().map_err(invalid)
}

/// Turns `{{ $.Path | filter }}` into `{{ at("$.Path") | filter }}`.
fn translate(source: &str) -> Result<String, (usize, String)> {
    let (mut out, mut rest) = (String::with_capacity(source.len()), source);
    while let Some(start) = rest.find("{{") {
        let (before, placeholder) = rest.split_at(start);
        let Some(end) = placeholder.find("}}") else { break };
        let inside = &placeholder[2..end];
        let bare = inside.trim_start_matches(['-', '+']).trim_start();
        out.push_str(before);
        if bare.starts_with('$') {
            let marks = &inside[..inside.len() - bare.len()];
            let (path, filters) = split(bare.trim_end_matches(['-', '+']).trim_end());
            let line = source[..source.len() - rest.len() + start].matches('\n').count() + 1;
            parse_path(path).map_err(|error| (line, error.to_string()))?;
            let _ = write!(out, "{{{{{marks}at({}){filters}", serde_json::Value::from(path));
            let tail = bare.trim_end();
            out.push_str(&tail[tail.trim_end_matches(['-', '+']).len()..]);
        } else {
            out.push_str(&placeholder[..end]);
        }
        out.push_str("}}");
        rest = &placeholder[end + 2..];
    }
    out.push_str(rest);
    Ok(out)
}

/// The path and the filters after it.
fn split(expression: &str) -> (&str, &str) {
    if parse_path(expression).is_ok() {
        return (expression, "");
    }
    let at = expression.find('|').unwrap_or(expression.len());
    let (path, filters) = expression.split_at(at);
    (path.trim_end(), filters)
}

/// With the line, and the name of a value that is missing.
fn error_text(error: &Error, source: &str) -> String {
    let expression = || tag_around(source, error.range()?.start);
    let what = match (error.kind(), error.detail()) {
        (ErrorKind::UndefinedError, Some(detail)) if detail.contains('`') => detail.to_owned(),
        (ErrorKind::UndefinedError, detail) => {
            let detail = detail.unwrap_or("a value is undefined");
            expression().map_or_else(|| detail.to_owned(), |expression| format!("{detail} in `{expression}`"))
        }
        (ErrorKind::WriteFailure, _) => {
            std::error::Error::source(error).map_or_else(|| error.to_string(), ToString::to_string)
        }
        (kind, Some(detail)) => format!("{kind}: {detail}"),
        (kind, None) => kind.to_string(),
    };
    error.line().map_or(what.clone(), |line| format!("line {line}: {what}"))
}

/// The inside of the `{{ … }}` or `{% … %}` at this position.
fn tag_around(source: &str, position: usize) -> Option<&str> {
    let (before, after) = source.split_at_checked(position)?;
    let start = before.rfind("{{").max(before.rfind("{%"))? + 2;
    let end = [after.find("}}"), after.find("%}")].into_iter().flatten().min()?;
    Some(source[start..position + end].trim_matches(['-', '+']).trim())
}

struct LimitedBuffer(Vec<u8>);

impl io::Write for LimitedBuffer {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.0.len() + bytes.len() > MAX_BYTES {
            return Err(io::Error::other(format!("the rendered text is larger than {} KiB", MAX_BYTES / 1024)));
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
    fn values_are_escaped_and_never_parsed() {
        let of = |kind, source: &str| render(kind, source, &context()).unwrap();
        assert_eq!(of(TemplateKind::Text, "{{ Message.Subject }}"), "<b>{{ 7*7 }}</b> & \"x\"");
        assert_eq!(of(TemplateKind::Text, "{{ $.Message.Subject }}"), "<b>{{ 7*7 }}</b> & \"x\"");
        let escaped = "&lt;b&gt;{{ 7*7 }}&lt;&#x2f;b&gt; &amp; &quot;x&quot;";
        assert_eq!(of(TemplateKind::Html, "<p>{{ Message.Subject }}</p>"), format!("<p>{escaped}</p>"));
        assert_eq!(of(TemplateKind::Html, "<p>{{ $.Message.Subject }}</p>"), format!("<p>{escaped}</p>"));
        assert_eq!(
            of(TemplateKind::Html, "<a title=\"{{ $.Message.Subject | upper }}\">"),
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
    fn loops_conditions_and_paths_can_be_combined() {
        let source = "{% for strike in Extract.Items %}{{ loop.index }} {{ strike.Type }};{% endfor %} {{ $.Extract.Items[1].Type }}{% if Missing %}never{% endif %}";
        assert_eq!(render(TemplateKind::Text, source, &context()).unwrap(), "1 cloud;2 ground; ground");
        assert_eq!(render(TemplateKind::Text, "a {{- $.Extract.Count -}} b", &context()).unwrap(), "a2b");
    }

    #[test]
    fn a_missing_value_is_named_with_its_line() {
        for (source, expected) in [
            ("a\n{{ Nothing }}", "line 2: `Nothing` is undefined"),
            ("a\n{{ $.Nothing }}", "line 2: no value at $.Nothing"),
            ("a\n{{ Message.Nothing }}", "line 2: `Message.Nothing` is undefined"),
            ("a\n{{ Message.Nothing.More }}", "line 2: `Message.Nothing` is undefined"),
            ("{% for one in Extract.Items %}\n{{ one.Kind }}{% endfor %}", "line 2: `one.Kind` is undefined"),
            ("a\n{{ StruckAt | local }}", "line 2: the time is missing in `StruckAt | local`"),
            ("a\n{{ Kind | strike_kind }}", "line 2: the type is missing in `Kind | strike_kind`"),
        ] {
            let error = render(TemplateKind::Text, source, &context()).unwrap_err();
            assert!(error.starts_with(expected), "{source}: {error}");
            assert_eq!(validate(TemplateKind::Text, source), None, "it may exist at run time");
        }
    }

    #[test]
    fn html_cannot_be_left_unescaped() {
        for source in ["{{ Message.Subject | safe }}", "{% autoescape false %}{{ Message.Subject }}{% endautoescape %}"]
        {
            let error = render(TemplateKind::Html, source, &context()).unwrap_err();
            assert!(error.starts_with("line 1: ") && error.contains("not allowed"), "{error}");
            assert_eq!(validate(TemplateKind::Html, source), Some(error));
        }
        for hidden in [
            "{{ {'a': {'b': Message.Subject}} | safe }}",
            "{% raw %}{{{% endraw %}{% autoescape false %}{{ Message.Subject }}{% endautoescape %}",
        ] {
            let rendered = render(TemplateKind::Html, hidden, &context());
            assert!(rendered.is_err(), "hidden from the search by braces: {rendered:?}");
        }
    }

    #[test]
    fn invalid_templates_are_rejected() {
        for (source, line) in [
            ("a\n{{ $.[ }}", "line 2"),
            ("a\n{% for x in y %}", "line 2"),
            ("a\n\n{{ x | nothing }}", "line 3"),
            ("{{ x", "line 1"),
            ("{% nothing %}", "line 1"),
            ("{{ nothing() }}", "line 1"),
        ] {
            let found = validate(TemplateKind::Html, source);
            assert!(found.as_ref().is_some_and(|message| message.starts_with(line)), "{source}: {found:?}");
        }
    }

    #[test]
    fn times_are_shown_in_the_time_zone_of_the_city() {
        let serde_json::Value::Object(root) =
            json!({"City": {"TimeZone": "America/Chicago"}, "At": "2026-05-01T18:03:09.000000Z", "None": null})
        else {
            unreachable!()
        };
        let context = Context::new(root);
        let of = |source: &str| render(TemplateKind::Text, source, &context);
        assert_eq!(of("{{ At | local }}").unwrap(), "1:03 PM");
        assert_eq!(of("{{ $.At | local('%a %b %-d, %H:%M %Z') }}").unwrap(), "Fri May 1, 13:03 CDT");
        assert_eq!(of("{{ At | next_minute | local('%H:%M:%S') }}").unwrap(), "13:04:00", "never too early");
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
        assert_eq!(validate(TemplateKind::Text, "{{ At | local }}"), None);
    }

    #[test]
    fn the_kind_of_a_strike_is_that_of_the_api() {
        let of = |source: &str| render(TemplateKind::Text, source, &context());
        for (source, kind) in [
            ("{{ 'Cloud-to-Ground' | strike_kind }}", "ground"),
            ("{{ 'IC' | strike_kind }}", "cloud"),
            ("{{ 'Flash' | strike_kind }}", "unknown"),
            ("{{ none | strike_kind }}", "unknown"),
            ("{{ $.Extract.Items[1].Type | strike_kind }}", "ground"),
        ] {
            assert_eq!(of(source).unwrap(), kind, "{source}");
        }
        assert!(of("{{ Nothing | strike_kind }}").is_err());
        assert_eq!(validate(TemplateKind::Text, "{{ strike.Type | strike_kind }}"), None);
    }

    #[test]
    fn an_endless_template_is_stopped() {
        let endless = "{% for a in range(10000) %}{% for b in range(10000) %}{{ a }}{% endfor %}{% endfor %}";
        assert!(render(TemplateKind::Text, endless, &context()).is_err());
    }

    #[test]
    fn a_template_with_endless_output_is_rejected_when_it_is_saved() {
        let text = "x".repeat(64 * 1024);
        let endless = format!("{{% for a in range(1000) %}}{text}{{% endfor %}}");
        let found = validate(TemplateKind::Text, &endless);
        assert!(found.as_ref().is_some_and(|error| error.contains("larger than 2048 KiB")), "{found:?}");
    }
}
