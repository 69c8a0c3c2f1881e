use super::*;
use CallTarget::{FirstPage, Link, Mailbox, Subscription};

fn parse(target: CallTarget, status: u16, body: &str) -> MailError {
    let status = StatusCode::from_u16(status).unwrap();
    ErrorResponse { call: "try it", target, status, body: body.as_bytes() }.to_error()
}

fn label(target: CallTarget, status: u16, body: &str) -> &'static str {
    parse(target, status, body).metric_label()
}

fn error(code: &str) -> String {
    format!(r#"{{"error":{{"code":"{code}","message":"The reason."}}}}"#)
}

#[test]
fn status_and_code_decide_the_error() {
    let cases = [
        (Mailbox, 400, "ErrorInvalidIdMalformed", "rejected"),
        (Mailbox, 401, "InvalidAuthenticationToken", "access_denied"),
        (Mailbox, 403, "ErrorAccessDenied", "access_denied"),
        (Mailbox, 404, "ErrorItemNotFound", "not_found"),
        (Mailbox, 404, "errorItemNotFound", "not_found"),
        (Mailbox, 404, "ErrorFolderNotFound", "not_found"),
        (Mailbox, 404, "UnknownError", "failing"),
        (Mailbox, 404, "MailboxNotEnabledForRESTAPI", "mailbox_unavailable"),
        (Mailbox, 404, "ResourceNotFound", "mailbox_unavailable"),
        (Mailbox, 404, "ErrorInvalidUser", "mailbox_unavailable"),
        (Mailbox, 404, "Request_ResourceNotFound", "mailbox_unavailable"),
        (Subscription, 404, "ResourceNotFound", "not_found"),
        (Mailbox, 405, "ErrorInvalidRequest", "rejected"),
        (Mailbox, 409, "ErrorFolderExists", "already_exists"),
        (Mailbox, 400, "ErrorFolderExists", "already_exists"),
        (Mailbox, 409, "ErrorIrresolvableConflict", "failing"),
        (Mailbox, 412, "ErrorIrresolvableConflict", "failing"),
        (Mailbox, 413, "RequestEntityTooLarge", "rejected"),
        (Mailbox, 308, "Moved", "rejected"),
        (Mailbox, 500, "ErrorCorruptData", "failing"),
        (Mailbox, 504, "UnknownError", "failing"),
        // Lost sync states, with codes from several years.
        (Link, 410, "SyncStateNotFound", "sync_state_lost"),
        (Link, 404, "syncStateNotFound", "sync_state_lost"),
        (Link, 400, "resyncRequired", "sync_state_lost"),
        (Link, 403, "SyncStateInvalid", "sync_state_lost"),
        (Link, 404, "InvalidSyncStateData", "sync_state_lost"),
        (Link, 404, "ErrorSyncFolderNotFound", "sync_state_lost"),
        (Link, 400, "BadRequest", "sync_state_lost"),
        (Link, 404, "ErrorItemNotFound", "not_found"),
        (Link, 404, "MailboxNotEnabledForRESTAPI", "mailbox_unavailable"),
        (Link, 403, "ErrorAccessDenied", "access_denied"),
        (Link, 500, "UnknownError", "failing"),
        (FirstPage, 410, "Other", "sync_state_lost"),
        (FirstPage, 400, "ResyncRequired", "sync_state_lost"),
        (FirstPage, 404, "ErrorSyncFolderNotFound", "not_found"),
        (FirstPage, 400, "BadRequest", "rejected"),
        (Mailbox, 410, "SyncStateNotFound", "not_found"),
    ];
    for (target, status, code, expected) in cases {
        assert_eq!(label(target, status, &error(code)), expected, "{target:?} {status} {code}");
    }
}

#[test]
fn a_404_without_an_error_object_is_not_trusted() {
    let page = "<html>404 nginx</html>";
    for body in ["", page, "{}", r#"{"error":"x"}"#, r#"{"error":{}}"#, r#"{"error":{"code":null,"message":7}}"#] {
        assert_eq!(label(Mailbox, 404, body), "failing", "{body}");
        assert_eq!(label(Link, 410, body), "sync_state_lost", "{body}");
        assert_eq!(label(Subscription, 404, body), "not_found", "{body}");
        assert_eq!(label(Mailbox, 503, body), "failing", "{body}");
        assert_eq!(label(Mailbox, 400, body), "rejected", "{body}");
    }
}

#[test]
fn finds_inner_codes_ignoring_the_case_of_the_key() {
    for key in ["innerError", "innererror", "InnerError"] {
        let body =
            format!(r#"{{"error":{{"code":"Gone","{key}":{{"code":"x","{key}":{{"code":"RESYNCREQUIRED"}}}}}}}}"#);
        assert_eq!(label(Link, 404, &body), "sync_state_lost", "{key}");
    }
}

#[test]
fn a_message_is_cut_to_one_line_and_a_maximum_length() {
    let long = "x".repeat(10_000);
    let body = format!(r#"{{"error":{{"code":"A","message":"{long}\r\nTrace"}}}}"#);
    let MailError::Rejected { status, reason, .. } = parse(Mailbox, 400, &body) else { panic!("not rejected") };
    assert_eq!((status.as_str(), reason.message.len()), ("400 Bad Request", MAX_MESSAGE_CHARS));
}

#[test]
fn names_the_existing_subscription_if_the_provider_does() {
    let id = "0a1b2c3d-1111-2222-3333-44445555666f";
    let cases = [
        (format!("Subscription Id {id} already exists for the requested combination"), Some(id)),
        (format!("Subscription Id '{id}'."), Some(id)),
        ("Subscription Id 0a1b2c3d already exists".into(), None),
        (String::new(), None),
    ];
    for (message, expected) in cases {
        let body = format!(r#"{{"error":{{"code":"Conflict","message":"{message}"}}}}"#);
        let expected = MailError::AlreadyExists { call: "try it", id: expected.map(SubscriptionId::new) };
        assert_eq!(parse(Subscription, 409, &body), expected, "{message}");
    }
}

#[test]
fn recognizes_a_lifetime_that_is_too_long() {
    let cases = [
        (400, "ExtensionError", "Subscription expiration can only be 4230 minutes in the future.", true),
        (400, "InvalidRequest", "Subscription expiration can only be 4230 minutes in the future.", true),
        (400, "ErrorInvalidParameter", "", true),
        (400, "ValidationError", "Subscription validation request timed out.", false),
        (403, "Forbidden", "expired", false),
    ];
    for (status, code, message, expected) in cases {
        let body = format!(r#"{{"error":{{"code":"{code}","message":"{message}"}}}}"#);
        assert_eq!(is_lifetime_too_long(&parse(Subscription, status, &body)), expected, "{code} {message}");
    }
}

#[test]
fn a_sign_in_error_never_contains_the_secret() {
    let cases = [
        (
            r#"{"error":"invalid_client","error_description":"AADSTS7000215: Bad hidden-secret.\r\nTrace ID: x","error_codes":[7000215]}"#,
            Some((Some(7_000_215), "AADSTS7000215: Bad [secret].")),
        ),
        (r#"{"error":"x","error_description":"AADSTS90002: No."}"#, Some((Some(90_002), "AADSTS90002: No."))),
        (r#"{"error":"invalid_request"}"#, Some((None, "invalid_request"))),
        (r#"{"error":{"code":"x"}}"#, None),
        ("<html>", None),
        ("", None),
    ];
    for (body, expected) in cases {
        let expected = expected.map(|(code, message): (_, &str)| MailError::SignIn { code, message: message.into() });
        assert_eq!(sign_in_error(body.as_bytes(), "hidden-secret"), expected, "{body}");
    }
}
