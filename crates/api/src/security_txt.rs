//! `/.well-known/security.txt`, RFC 9116: where to report a vulnerability.

use crate::{App, Problem};
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use jiff::civil::Time;
use jiff::tz::TimeZone;
use jiff::{Timestamp, ToSpan};
use url::Url;

pub(crate) async fn serve(State(app): State<App>) -> Result<Response, Problem> {
    let Some(contact) = &app.security_contact else {
        let detail = "no contact for security reports is configured; set server.security_contact";
        return Err(Problem::new(StatusCode::NOT_FOUND, detail));
    };
    let headers =
        [(header::CONTENT_TYPE, "text/plain; charset=utf-8"), (header::CACHE_CONTROL, "public, max-age=86400")];
    Ok((headers, text(contact, &app.public_url, app.clock.now())).into_response())
}

/// Expires after half a year, at midnight, so that the text is the same all day.
fn text(contact: &str, public_url: &Url, now: Timestamp) -> String {
    let today = now.to_zoned(TimeZone::UTC).date();
    let last_day = today.checked_add(180.days()).unwrap_or(today);
    let expires = last_day.to_datetime(Time::midnight());
    let base = public_url.as_str().trim_end_matches('/');
    format!(
        "Contact: {contact}\nExpires: {}Z\nPreferred-Languages: en\nCanonical: {base}/.well-known/security.txt\n\
         Policy: {base}/docs/guide/security\n",
        expires.strftime("%Y-%m-%dT%H:%M:%S")
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_contact_and_expiry() {
        let url = "https://storm.example.gov/".parse().unwrap();
        let written = text("mailto:security@example.gov", &url, "2026-05-01T17:30:00Z".parse().unwrap());
        assert_eq!(
            written,
            "Contact: mailto:security@example.gov\nExpires: 2026-10-28T00:00:00Z\nPreferred-Languages: en\n\
             Canonical: https://storm.example.gov/.well-known/security.txt\n\
             Policy: https://storm.example.gov/docs/guide/security\n"
        );
    }
}
