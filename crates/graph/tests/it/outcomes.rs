use crate::fake_provider::FakeResponse;
use crate::fixture::{Fixture, LIMITS, MAILBOX, credential, graph, inbox, key, path, variant};
use jiff::SignedDuration;
use metrics_exporter_prometheus::PrometheusBuilder;
use serde_json::json;
use std::sync::Arc;
use std::time::Duration;
use stormwire_clock::SeededRng;
use stormwire_graph::{Address, AttachmentId, FolderId, GraphClient, GraphOptions, MailError, OutgoingMessage};
use tokio::io::AsyncWriteExt;

fn three_items() -> FakeResponse {
    FakeResponse::json(200, &json!({ "id": "x", "totalItemCount": 3 }))
}

pub(crate) fn outgoing() -> OutgoingMessage {
    let to = vec![Address { address: "a@example.com".into(), name: None }];
    let (cc, reply_to, headers) = (vec![], vec![], vec![]);
    OutgoingMessage {
        to,
        cc,
        reply_to,
        subject: "Storm".into(),
        html: None,
        text: Some("now".into()),
        headers,
        save_to_sent_items: false,
    }
}

#[tokio::test]
async fn repeatable_calls_are_retried() {
    let fixture = Fixture::new().await;
    let failures: [fn() -> FakeResponse; 6] = [
        || FakeResponse::empty(500),
        || FakeResponse::empty(502),
        || FakeResponse::empty(503),
        || FakeResponse::empty(504),
        FakeResponse::disconnect,
        FakeResponse::truncated,
    ];
    for failure in failures {
        fixture.provider.respond(failure()).respond(failure()).respond(three_items());
        let (count, waits) = fixture.run_advancing_clock(fixture.mailbox.count(&inbox())).await;
        assert_eq!((count, waits.len()), (Ok(3), 2));
        fixture.provider.respond(failure()).respond(FakeResponse::empty(204));
        assert_eq!(fixture.run_advancing_clock(fixture.mailbox.mark_read(&key())).await.0, Ok(()));
        fixture.provider.respond(failure()).respond(FakeResponse::empty(201));
        assert_eq!(fixture.run_advancing_clock(fixture.mailbox.move_to(&key(), &FolderId::new("f"))).await.0, Ok(()));
    }
}

#[tokio::test]
async fn retries_are_limited() {
    let fixture = Fixture::new().await;
    for _ in 0..4 {
        fixture.provider.respond(FakeResponse::error(500, "ErrorInternalServerError"));
    }
    let (count, waits) = fixture.run_advancing_clock(fixture.mailbox.count(&inbox())).await;
    assert_eq!((variant(&count).as_str(), waits.len(), fixture.provider.calls().len()), ("ProviderFailed", 3, 4));
    for _ in 0..4 {
        fixture.provider.respond(FakeResponse::disconnect());
    }
    let error = fixture.run_advancing_clock(fixture.mailbox.count(&inbox())).await.0.unwrap_err();
    assert!(matches!(error, MailError::Unreachable { .. }) && error.is_retryable(), "{error:?}");
    assert!(!error.to_string().contains(MAILBOX), "{error}");
}

#[tokio::test]
async fn a_message_is_never_sent_twice() {
    let failures = [
        FakeResponse::empty(500),
        FakeResponse::error(502, "BadGateway"),
        FakeResponse::empty(503),
        FakeResponse::empty(504),
        FakeResponse::disconnect(),
        FakeResponse::Immediate(b"HTTP/1.1 2".to_vec()),
    ];
    for failure in failures {
        let fixture = Fixture::new().await;
        fixture.provider.respond(failure);
        let (sent, _) = fixture.run_advancing_clock(fixture.mailbox.send(&outgoing())).await;
        assert_eq!(variant(&sent), "OutcomeUnknown");
        assert!(!sent.unwrap_err().is_retryable());
        assert_eq!(fixture.provider.calls().len(), 1);
    }
}

#[tokio::test]
async fn a_message_that_was_certainly_not_accepted_is_sent_again() {
    let fixture = Fixture::new().await;
    let throttled = |status| FakeResponse::new(status, &[("Retry-After", "5")], "");
    fixture
        .provider
        .respond(throttled(429))
        .respond(throttled(503))
        .respond(FakeResponse::empty(401))
        .respond(FakeResponse::empty(202));
    let (sent, waits) = fixture.run_advancing_clock(fixture.mailbox.send(&outgoing())).await;
    assert_eq!((sent, waits), (Ok(()), vec![Duration::from_secs(5); 2]));
    let call = &fixture.provider.calls()[3];
    assert_eq!((call.method.as_str(), call.path.clone()), ("POST", path("sendMail")));
    assert_eq!(call.json()["saveToSentItems"], json!(false));
    assert_eq!(call.json()["message"]["body"], json!({ "contentType": "Text", "content": "now" }));
}

#[tokio::test]
async fn a_rejected_message_is_not_sent_again() {
    let fixture = Fixture::new().await;
    fixture
        .provider
        .respond(FakeResponse::error(400, "ErrorInvalidRecipients"))
        .respond(FakeResponse::error(403, "ErrorSendAsDenied"));
    assert_eq!(variant(&fixture.mailbox.send(&outgoing()).await), "Rejected");
    assert_eq!(variant(&fixture.mailbox.send(&outgoing()).await), "AccessDenied");
    let mut message = outgoing();
    message.headers.push(stormwire_graph::Header { name: "Bcc".into(), value: "x".into() });
    assert_eq!(variant(&fixture.mailbox.send(&message).await), "Rejected");
    assert_eq!(fixture.provider.calls().len(), 2);
}

#[tokio::test]
async fn every_call_is_retried_if_it_cannot_connect() {
    let fixture = Fixture::new().await;
    // Bound, so that no other process gets the port, but not listening.
    let socket = tokio::net::TcpSocket::new_v4().unwrap();
    socket.bind("127.0.0.1:0".parse().unwrap()).unwrap();
    let closed_port = socket.local_addr().unwrap();
    let authority = format!("http://{}/login", fixture.provider.address);
    let graph = graph(&format!("http://{closed_port}/v1.0"), &authority, Arc::clone(&fixture.clock), LIMITS);
    let mailbox = graph.account(&credential("hidden-secret")).mailbox(MAILBOX);
    let (sent, waits) = fixture.run_advancing_clock(mailbox.send(&outgoing())).await;
    assert_eq!((variant(&sent).as_str(), waits.len()), ("Unreachable", 3));
    assert!(sent.unwrap_err().to_string().starts_with("send message: cannot reach the provider: Connection refused"));
    assert_eq!(fixture.provider.sign_ins().len(), 1);
}

#[tokio::test]
async fn tls_needs_no_process_wide_crypto_provider() {
    let fixture = Fixture::new().await;
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let plain = listener.local_addr().unwrap();
    tokio::spawn(async move {
        while let Ok((mut stream, _)) = listener.accept().await {
            let _ = stream.write_all(b"HTTP/1.1 400 Bad Request\r\n\r\n").await;
        }
    });
    let authority = format!("http://{}/login", fixture.provider.address);
    let graph = graph(&format!("https://{plain}/v1.0"), &authority, Arc::clone(&fixture.clock), LIMITS);
    let mailbox = graph.account(&credential("hidden-secret")).mailbox(MAILBOX);
    let (sent, waits) = fixture.run_advancing_clock(mailbox.send(&outgoing())).await;
    assert_eq!((variant(&sent).as_str(), waits.len()), ("Unreachable", 3));
}

#[tokio::test]
async fn a_slow_provider_times_out() {
    let fixture = Fixture::new().await;
    let half = b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{".to_vec();
    for response in [FakeResponse::Stalled(vec![]), FakeResponse::Stalled(half)] {
        fixture.provider.respond(response);
        let calls = fixture.provider.calls().len();
        let folder = inbox();
        let pass = async {
            fixture.provider.wait_for_calls(calls + 1).await;
            fixture.advance(LIMITS.request_timeout);
        };
        let (count, ()) = tokio::join!(fixture.mailbox.count(&folder), pass);
        assert_eq!(count, Err(MailError::TimedOut { call: "count items", after: LIMITS.request_timeout }));
    }
    fixture.provider.respond(FakeResponse::Stalled(vec![]));
    let pass = async {
        fixture.provider.wait_for_calls(3).await;
        fixture.advance(LIMITS.request_timeout);
    };
    let message = outgoing();
    assert_eq!(variant(&tokio::join!(fixture.mailbox.send(&message), pass).0), "OutcomeUnknown");
}

#[tokio::test]
async fn a_redirect_is_not_followed() {
    let fixture = Fixture::new().await;
    fixture.provider.respond(FakeResponse::new(307, &[("Location", &fixture.provider.link("elsewhere"))], ""));
    assert_eq!(variant(&fixture.mailbox.count(&inbox()).await), "Rejected");
    assert_eq!(fixture.provider.calls().len(), 1);
}

#[tokio::test]
async fn measures_the_clock_difference() {
    let fixture = Fixture::new().await;
    assert_eq!(fixture.account.clock_difference(), None);
    let dated = |date| FakeResponse::new(200, &[("Date", date)], r#"{"totalItemCount":3}"#);
    fixture.provider.respond(dated("Fri, 01 May 2026 12:01:30 GMT")).respond(three_items());
    fixture.provider.respond(dated("Fri, 01 May 2026 11:59:00 GMT")).respond(dated("yesterday"));
    let mut seen = vec![];
    for _ in 0..4 {
        fixture.mailbox.count(&inbox()).await.unwrap();
        seen.push(fixture.account.clock_difference().map(|difference| difference.as_secs()));
    }
    assert_eq!(seen, [Some(90), Some(90), Some(-60), Some(-60)]);
    assert_eq!(fixture.account.clock_difference(), Some(SignedDuration::from_mins(-1)));
}

#[tokio::test]
async fn rejects_unusable_urls() {
    let fixture = Fixture::new().await;
    for address in
        ["ftp://example.com/v1.0", "mailto:a@example.com", "https://me@example.com/", "https://example.com/?x"]
    {
        let options = GraphOptions::microsoft(fixture.clock.clone(), Arc::new(SeededRng::new(1)));
        let made = GraphClient::new(GraphOptions { base_url: address.parse().unwrap(), ..options });
        assert!(matches!(made, Err(MailError::Setup { .. })), "{address}");
    }
}

#[test]
fn every_call_is_counted_by_its_result() {
    let recorder = PrometheusBuilder::new().build_recorder();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    metrics::with_local_recorder(&recorder, || {
        runtime.block_on(async {
            let fixture = Fixture::new().await;
            fixture
                .provider
                .respond(FakeResponse::empty(503))
                .respond(three_items())
                .respond(FakeResponse::error(404, "ErrorItemNotFound"));
            fixture.run_advancing_clock(fixture.mailbox.count(&inbox())).await.0.unwrap();
            fixture.mailbox.count(&inbox()).await.unwrap_err();
            fixture.provider.respond(FakeResponse::truncated());
            fixture.mailbox.download(&key(), &AttachmentId::new("a"), 1000, &mut vec![]).await.unwrap_err();
        });
    });
    let metrics = recorder.handle().render();
    for line in [
        r#"stormwire_provider_calls_total{call="sign in",result="ok"} 1"#,
        r#"stormwire_provider_calls_total{call="count items",result="again"} 1"#,
        r#"stormwire_provider_calls_total{call="count items",result="ok"} 1"#,
        r#"stormwire_provider_calls_total{call="count items",result="not_found"} 1"#,
        r#"stormwire_provider_calls_total{call="download attachment",result="unreachable"} 1"#,
    ] {
        assert!(metrics.contains(line), "{line} is not in\n{metrics}");
    }
}
