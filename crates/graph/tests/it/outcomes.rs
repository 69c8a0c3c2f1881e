use crate::bed::{Bed, LIMITS, MAILBOX, credential, graph, inbox, key, path, variant};
use crate::provider::Reply;
use jiff::SignedDuration;
use metrics_exporter_prometheus::PrometheusBuilder;
use serde_json::json;
use std::sync::Arc;
use std::time::Duration;
use stormwire_graph::{Address, AttachmentId, FolderId, Graph, GraphOptions, MailError, Outgoing};
use stormwire_clock::SeededRng;
use tokio::io::AsyncWriteExt;

fn three() -> Reply {
    Reply::json(200, &json!({ "id": "x", "totalItemCount": 3 }))
}

fn outgoing() -> Outgoing {
    let to = vec![Address { address: "a@example.com".into(), name: None }];
    let (cc, reply_to, headers) = (vec![], vec![], vec![]);
    Outgoing { to, cc, reply_to, subject: "Storm".into(), html: None, text: Some("now".into()), headers, save: false }
}

#[tokio::test]
async fn what_can_be_repeated_is_tried_again_when_the_provider_or_the_connection_fails() {
    let bed = Bed::new().await;
    let failures: [fn() -> Reply; 6] = [
        || Reply::empty(500),
        || Reply::empty(502),
        || Reply::empty(503),
        || Reply::empty(504),
        Reply::cut,
        Reply::half,
    ];
    for failure in failures {
        bed.provider.then(failure()).then(failure()).then(three());
        let (count, waits) = bed.passing(bed.mailbox.count(&inbox())).await;
        assert_eq!((count, waits.len()), (Ok(3), 2));
        bed.provider.then(failure()).then(Reply::empty(204));
        assert_eq!(bed.passing(bed.mailbox.mark_read(&key())).await.0, Ok(()));
        bed.provider.then(failure()).then(Reply::empty(201));
        assert_eq!(bed.passing(bed.mailbox.move_to(&key(), &FolderId::new("f"))).await.0, Ok(()));
    }
}

#[tokio::test]
async fn a_few_tries_are_enough() {
    let bed = Bed::new().await;
    for _ in 0..4 {
        bed.provider.then(Reply::error(500, "ErrorInternalServerError"));
    }
    let (count, waits) = bed.passing(bed.mailbox.count(&inbox())).await;
    assert_eq!((variant(&count).as_str(), waits.len(), bed.provider.asked().len()), ("Failing", 3, 4));
    for _ in 0..4 {
        bed.provider.then(Reply::cut());
    }
    let error = bed.passing(bed.mailbox.count(&inbox())).await.0.unwrap_err();
    assert!(matches!(error, MailError::Unreachable { .. }) && error.retryable(), "{error:?}");
    assert!(!error.to_string().contains(MAILBOX), "{error}");
}

#[tokio::test]
async fn a_message_is_never_sent_twice() {
    let failures = [
        Reply::empty(500),
        Reply::error(502, "BadGateway"),
        Reply::empty(503),
        Reply::empty(504),
        Reply::cut(),
        Reply::Bytes(b"HTTP/1.1 2".to_vec()),
    ];
    for failure in failures {
        let bed = Bed::new().await;
        bed.provider.then(failure);
        let (sent, _) = bed.passing(bed.mailbox.send(&outgoing())).await;
        assert_eq!(variant(&sent), "OutcomeUnknown");
        assert!(!sent.unwrap_err().retryable());
        assert_eq!(bed.provider.asked().len(), 1);
    }
}

#[tokio::test]
async fn a_message_that_was_surely_not_taken_is_sent_again() {
    let bed = Bed::new().await;
    let slow_down = |status| Reply::with(status, &[("Retry-After", "5")], "");
    bed.provider.then(slow_down(429)).then(slow_down(503)).then(Reply::empty(401)).then(Reply::empty(202));
    let (sent, waits) = bed.passing(bed.mailbox.send(&outgoing())).await;
    assert_eq!((sent, waits), (Ok(()), vec![Duration::from_secs(5); 2]));
    let asked = &bed.provider.asked()[3];
    assert_eq!((asked.method.as_str(), asked.path.clone()), ("POST", path("sendMail")));
    assert_eq!(asked.json()["saveToSentItems"], json!(false));
    assert_eq!(asked.json()["message"]["body"], json!({ "contentType": "Text", "content": "now" }));
}

#[tokio::test]
async fn a_refused_message_is_not_sent_again() {
    let bed = Bed::new().await;
    bed.provider.then(Reply::error(400, "ErrorInvalidRecipients")).then(Reply::error(403, "ErrorSendAsDenied"));
    assert_eq!(variant(&bed.mailbox.send(&outgoing()).await), "Refused");
    assert_eq!(variant(&bed.mailbox.send(&outgoing()).await), "AccessDenied");
    let mut message = outgoing();
    message.headers.push(stormwire_graph::Header { name: "Bcc".into(), value: "x".into() });
    assert_eq!(variant(&bed.mailbox.send(&message).await), "Refused");
    assert_eq!(bed.provider.asked().len(), 2);
}

#[tokio::test]
async fn a_provider_that_cannot_be_connected_to_is_tried_again_by_every_call() {
    let bed = Bed::new().await;
    // Bound so that nobody else gets the port, and not listening.
    let socket = tokio::net::TcpSocket::new_v4().unwrap();
    socket.bind("127.0.0.1:0".parse().unwrap()).unwrap();
    let nobody = socket.local_addr().unwrap();
    let authority = format!("http://{}/login", bed.provider.address);
    let graph = graph(&format!("http://{nobody}/v1.0"), &authority, Arc::clone(&bed.clock), LIMITS);
    let mailbox = graph.account(&credential("hush")).mailbox(MAILBOX);
    let (sent, waits) = bed.passing(mailbox.send(&outgoing())).await;
    assert_eq!((variant(&sent).as_str(), waits.len()), ("Unreachable", 3));
    assert!(
        sent.unwrap_err().to_string().starts_with("send message: the provider cannot be reached: Connection refused")
    );
    assert_eq!(bed.provider.signed_in().len(), 1);
}

#[tokio::test]
async fn secure_connections_need_nothing_that_the_process_has_installed() {
    let bed = Bed::new().await;
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let plain = listener.local_addr().unwrap();
    tokio::spawn(async move {
        while let Ok((mut stream, _)) = listener.accept().await {
            let _ = stream.write_all(b"HTTP/1.1 400 Bad Request\r\n\r\n").await;
        }
    });
    let authority = format!("http://{}/login", bed.provider.address);
    let graph = graph(&format!("https://{plain}/v1.0"), &authority, Arc::clone(&bed.clock), LIMITS);
    let mailbox = graph.account(&credential("hush")).mailbox(MAILBOX);
    let (sent, waits) = bed.passing(mailbox.send(&outgoing())).await;
    assert_eq!((variant(&sent).as_str(), waits.len()), ("Unreachable", 3));
}

#[tokio::test]
async fn a_slow_provider_is_left_at_the_limit() {
    let bed = Bed::new().await;
    let half = b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{".to_vec();
    for reply in [Reply::Stuck(vec![]), Reply::Stuck(half)] {
        bed.provider.then(reply);
        let calls = bed.provider.asked().len();
        let folder = inbox();
        let pass = async {
            bed.provider.arrived(calls + 1).await;
            bed.advance(LIMITS.exchange);
        };
        let (count, ()) = tokio::join!(bed.mailbox.count(&folder), pass);
        assert_eq!(count, Err(MailError::TimedOut { call: "count items", after: LIMITS.exchange }));
    }
    bed.provider.then(Reply::Stuck(vec![]));
    let pass = async {
        bed.provider.arrived(3).await;
        bed.advance(LIMITS.exchange);
    };
    let message = outgoing();
    assert_eq!(variant(&tokio::join!(bed.mailbox.send(&message), pass).0), "OutcomeUnknown");
}

#[tokio::test]
async fn a_redirect_is_not_followed() {
    let bed = Bed::new().await;
    bed.provider.then(Reply::with(307, &[("Location", &bed.provider.link("elsewhere"))], ""));
    assert_eq!(variant(&bed.mailbox.count(&inbox()).await), "Refused");
    assert_eq!(bed.provider.asked().len(), 1);
}

#[tokio::test]
async fn the_providers_clock_is_compared_with_ours() {
    let bed = Bed::new().await;
    assert_eq!(bed.account.clock_difference(), None);
    let dated = |date| Reply::with(200, &[("Date", date)], r#"{"totalItemCount":3}"#);
    bed.provider.then(dated("Fri, 01 May 2026 12:01:30 GMT")).then(three());
    bed.provider.then(dated("Fri, 01 May 2026 11:59:00 GMT")).then(dated("yesterday"));
    let mut seen = vec![];
    for _ in 0..4 {
        bed.mailbox.count(&inbox()).await.unwrap();
        seen.push(bed.account.clock_difference().map(|difference| difference.as_secs()));
    }
    assert_eq!(seen, [Some(90), Some(90), Some(-60), Some(-60)]);
    assert_eq!(bed.account.clock_difference(), Some(SignedDuration::from_mins(-1)));
}

#[tokio::test]
async fn addresses_that_cannot_be_called_are_refused_at_once() {
    let bed = Bed::new().await;
    for address in
        ["ftp://example.com/v1.0", "mailto:a@example.com", "https://me@example.com/", "https://example.com/?x"]
    {
        let options = GraphOptions::microsoft(bed.clock.clone(), Arc::new(SeededRng::new(1)));
        let made = Graph::new(GraphOptions { base_url: address.parse().unwrap(), ..options });
        assert!(matches!(made, Err(MailError::Setup { .. })), "{address}");
    }
}

#[test]
fn every_request_is_counted_by_what_came_of_it() {
    let recorder = PrometheusBuilder::new().build_recorder();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    metrics::with_local_recorder(&recorder, || {
        runtime.block_on(async {
            let bed = Bed::new().await;
            bed.provider.then(Reply::empty(503)).then(three()).then(Reply::error(404, "ErrorItemNotFound"));
            bed.passing(bed.mailbox.count(&inbox())).await.0.unwrap();
            bed.mailbox.count(&inbox()).await.unwrap_err();
            bed.provider.then(Reply::half());
            bed.mailbox.download(&key(), &AttachmentId::new("a"), 1000, &mut vec![]).await.unwrap_err();
        });
    });
    let shown = recorder.handle().render();
    for line in [
        r#"stormwire_provider_calls_total{call="sign in",result="ok"} 1"#,
        r#"stormwire_provider_calls_total{call="count items",result="again"} 1"#,
        r#"stormwire_provider_calls_total{call="count items",result="ok"} 1"#,
        r#"stormwire_provider_calls_total{call="count items",result="not_found"} 1"#,
        r#"stormwire_provider_calls_total{call="download attachment",result="unreachable"} 1"#,
    ] {
        assert!(shown.contains(line), "{line} is not in\n{shown}");
    }
}
