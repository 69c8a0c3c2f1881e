//! A mailbox as an HTML page. Each message is in a frame that cannot run scripts.

use serde_json::Value;
use std::cmp::Reverse;
use std::fmt::Write;

/// The page shows only the newest messages.
const MAX_MESSAGES: usize = 100;

/// Newest message first. The messages are Graph's JSON.
pub(crate) fn mailbox_page(address: &str, mut messages: Vec<Value>) -> String {
    messages.sort_by_key(|message| Reverse(message["receivedDateTime"].to_string()));
    let mut html = page_head(address, messages.len());
    for (index, message) in messages.iter().take(MAX_MESSAGES).enumerate() {
        // Writing to a String cannot fail.
        let _ = writeln!(html, "{}", message_html(message, index == 0));
    }
    html.push_str("</body></html>\n");
    html
}

fn page_head(address: &str, count: usize) -> String {
    let address = escape(address);
    let noun = if count == 1 { "message" } else { "messages" };
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"><link rel=\"icon\" href=\"data:,\"><title>Mailbox {address}</title><style>\
         body{{font:16px/1.4 system-ui,sans-serif;margin:0 auto;max-width:52rem;padding:1rem;overflow-wrap:anywhere}}h1{{font-size:1.5rem}}\
         details{{border-top:1px solid #767676;padding:.6rem 0}}summary{{cursor:pointer}}\
         iframe{{width:100%;height:80vh;border:1px solid #767676;margin-top:.6rem;background:#fff}}pre{{white-space:pre-wrap}}\
         </style></head><body><h1>Mailbox {address}</h1><p>{count} {noun}. <a href=\"\">Refresh</a></p>\n"
    )
}

fn message_html(message: &Value, is_open: bool) -> String {
    let open = if is_open { " open" } else { "" };
    let text = |value: &Value| escape(value.as_str().unwrap_or_default());
    let from = text(&message["from"]["emailAddress"]["address"]);
    let (received, subject) = (text(&message["receivedDateTime"]), text(&message["subject"]));
    let content = text(&message["body"]["content"]);
    let body = if message["body"]["contentType"] == "html" {
        let target = escape("<base target=\"_blank\">");
        format!("<iframe title=\"{subject}\" sandbox=\"allow-popups\" srcdoc=\"{target}{content}\"></iframe>")
    } else {
        format!("<pre>{content}</pre>")
    };
    format!(
        "<details{open}><summary><b>{subject}</b><br><small>{received}, from {from}</small></summary>{body}</details>"
    )
}

/// For the text of elements and attributes.
fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn messages_are_escaped_and_cannot_inject_scripts() {
        let message = |content_type: &str| {
            json!({"subject": "<script>x</script>", "receivedDateTime": "2026-05-01T12:00:00Z",
                "from": {"emailAddress": {"address": "a@b.example"}},
                "body": {"contentType": content_type, "content": "\"><script>alert(1)</script>&amp;"}})
        };
        let page = mailbox_page("crew@example.gov", vec![message("html"), message("text")]);
        assert!(!page.contains("<script"), "{page}");
        assert!(page.contains("sandbox=\"allow-popups\""));
        assert!(page.contains("&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;&amp;amp;"));
        assert_eq!(page.matches("<details open>").count(), 1, "the newest is open");
    }
}
