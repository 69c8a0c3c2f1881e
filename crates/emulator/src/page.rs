//! A mailbox as a page, newest mail first: what a reader would see. Each mail stands in a frame that runs no scripts.

use crate::control::{Complaint, all_messages, no_mailbox};
use crate::shared::Shared;
use axum::extract::{Path, State as Held};
use axum::response::Html;
use serde_json::Value;
use std::fmt::Write;
use std::sync::Arc;

/// The newest; a storm sends no more in a day.
const MOST: usize = 100;

pub(crate) async fn mailbox(
    Held(shared): Held<Arc<Shared>>,
    Path(address): Path<String>,
) -> Result<Html<String>, Complaint> {
    let mut mails = all_messages(&shared, &address).ok_or_else(|| no_mailbox(&address))?;
    mails.sort_by_key(|mail| std::cmp::Reverse(mail["receivedDateTime"].to_string()));
    Ok(Html(page(&address, &mails)))
}

fn page(address: &str, mails: &[Value]) -> String {
    let address = escaped(address);
    let mut html = format!(
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"><link rel=\"icon\" href=\"data:,\"><title>Mail of {address}</title><style>\
         body{{font:16px/1.4 system-ui,sans-serif;margin:0 auto;max-width:52rem;padding:1rem;overflow-wrap:anywhere}}h1{{font-size:1.5rem}}\
         details{{border-top:1px solid #767676;padding:.6rem 0}}summary{{cursor:pointer}}\
         iframe{{width:100%;height:80vh;border:1px solid #767676;margin-top:.6rem;background:#fff}}pre{{white-space:pre-wrap}}\
         </style></head><body><h1>Mail of {address}</h1><p>{} {}. <a href=\"\">Look again</a></p>\n",
        mails.len(),
        if mails.len() == 1 { "mail" } else { "mails" }
    );
    for (place, mail) in mails.iter().take(MOST).enumerate() {
        let open = if place == 0 { " open" } else { "" };
        let text = |value: &Value| escaped(value.as_str().unwrap_or_default());
        let from = text(&mail["from"]["emailAddress"]["address"]);
        let (at, subject) = (text(&mail["receivedDateTime"]), text(&mail["subject"]));
        let content = text(&mail["body"]["content"]);
        let body = if mail["body"]["contentType"] == "html" {
            let target = escaped("<base target=\"_blank\">");
            format!("<iframe title=\"{subject}\" sandbox=\"allow-popups\" srcdoc=\"{target}{content}\"></iframe>")
        } else {
            format!("<pre>{content}</pre>")
        };
        // Writing to a String cannot fail.
        let _ = writeln!(
            html,
            "<details{open}><summary><b>{subject}</b><br><small>{at}, from {from}</small></summary>{body}</details>"
        );
    }
    html.push_str("</body></html>\n");
    html
}

/// As text of an element or an attribute.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn what_a_mail_says_is_shown_and_never_becomes_part_of_the_page() {
        let mail = |kind: &str| {
            json!({"subject": "<script>x</script>", "receivedDateTime": "2026-05-01T12:00:00Z",
                "from": {"emailAddress": {"address": "a@b.example"}},
                "body": {"contentType": kind, "content": "\"><script>alert(1)</script>&amp;"}})
        };
        let page = page("crew@example.gov", &[mail("html"), mail("text")]);
        assert!(!page.contains("<script"), "{page}");
        assert!(page.contains("sandbox=\"allow-popups\""));
        assert!(page.contains("&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;&amp;amp;"));
        assert_eq!(page.matches("<details open>").count(), 1, "the newest is open");
    }
}
