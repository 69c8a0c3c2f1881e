//! Graph's error responses: a status, a code for programs and a message for developers.

use crate::store::error::StoreError;
use axum::http::{HeaderName, HeaderValue, StatusCode, header};

#[derive(Debug, Clone)]
pub(crate) struct GraphError {
    pub(crate) status: StatusCode,
    pub(crate) body: ErrorBody,
    pub(crate) headers: Vec<(HeaderName, HeaderValue)>,
}

#[derive(Debug, Clone)]
pub(crate) enum ErrorBody {
    /// With `innerError`, as most Graph services write it.
    Full { code: String, message: String },
    /// Code and message only, as Exchange writes it.
    Bare { code: String, message: String },
    /// No body, as proxies in between write it.
    Empty,
}

impl GraphError {
    pub(crate) fn new(status: StatusCode, code: impl Into<String>, message: impl Into<String>) -> Self {
        let body = ErrorBody::Full { code: code.into(), message: message.into() };
        Self { status, body, headers: Vec::new() }
    }

    pub(crate) fn new_without_envelope(status: StatusCode, code: &str, message: &str) -> Self {
        let body = ErrorBody::Bare { code: code.into(), message: message.into() };
        Self { status, body, headers: Vec::new() }
    }

    pub(crate) fn new_without_body(status: StatusCode) -> Self {
        Self { status, body: ErrorBody::Empty, headers: Vec::new() }
    }

    pub(crate) fn with_header(mut self, name: HeaderName, value: &str) -> Self {
        self.headers.extend(HeaderValue::from_str(value).ok().map(|value| (name, value)));
        self
    }

    pub(crate) fn bad_request(message: impl Into<String>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, "BadRequest", message)
    }

    pub(crate) fn unknown_segment(segment: &str) -> Self {
        Self::bad_request(format!("Resource not found for the segment '{segment}'."))
    }

    pub(crate) fn invalid_json() -> Self {
        Self::bad_request(
            "Unable to read JSON request payload. Please ensure Content-Type header is set and payload is of valid JSON format.",
        )
    }

    pub(crate) fn unsupported_media_type() -> Self {
        let message = "A supported MIME type could not be found that matches the content type of the request.";
        Self::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, "RequestBodyRead", message)
    }

    /// A user that the directory does not have. Exchange says [`Self::user_not_found`] for the same user.
    pub(crate) fn resource_not_found(user: &str) -> Self {
        let message = format!(
            "Resource '{user}' does not exist or one of its queried reference-property objects are not present."
        );
        Self::new(StatusCode::NOT_FOUND, "Request_ResourceNotFound", message)
    }

    /// The code that programs read.
    pub(crate) fn code(&self) -> &str {
        match &self.body {
            ErrorBody::Full { code, .. } | ErrorBody::Bare { code, .. } => code,
            ErrorBody::Empty => "",
        }
    }

    pub(crate) fn request_too_large() -> Self {
        Self::new(StatusCode::PAYLOAD_TOO_LARGE, "BadRequest", "Maximum request length exceeded.")
    }

    pub(crate) fn message_not_found() -> Self {
        let message = "The specified object was not found in the store.";
        Self::new(StatusCode::NOT_FOUND, "ErrorItemNotFound", message)
    }

    pub(crate) fn user_not_found(user: &str) -> Self {
        let message = format!("The requested user '{user}' is invalid.");
        Self::new(StatusCode::NOT_FOUND, "ErrorInvalidUser", message)
    }

    pub(crate) fn mailbox_inactive() -> Self {
        let message = "The mailbox is either inactive, soft-deleted, or is hosted on-premise.";
        Self::new(StatusCode::NOT_FOUND, "MailboxNotEnabledForRESTAPI", message)
    }

    pub(crate) fn access_denied() -> Self {
        let message = "Access is denied. Check credentials and try again.";
        Self::new(StatusCode::FORBIDDEN, "ErrorAccessDenied", message)
    }

    pub(crate) fn invalid_token(message: &str) -> Self {
        Self::new(StatusCode::UNAUTHORIZED, "InvalidAuthenticationToken", message).with_header(
            header::WWW_AUTHENTICATE,
            "Bearer realm=\"\", authorization_uri=\"https://login.microsoftonline.com/common/oauth2/authorize\", \
             client_id=\"00000003-0000-0000-c000-000000000000\"",
        )
    }

    pub(crate) fn subscription_not_found() -> Self {
        Self::new(StatusCode::NOT_FOUND, "ResourceNotFound", "The object was not found.")
    }
}

impl From<StoreError> for GraphError {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::MessageNotFound => Self::message_not_found(),
            StoreError::FolderNotFound => {
                let message = "The specified folder could not be found in the store.";
                Self::new(StatusCode::NOT_FOUND, "ErrorItemNotFound", message)
            }
            StoreError::MalformedId => {
                Self::new(StatusCode::BAD_REQUEST, "ErrorInvalidIdMalformed", "Id is malformed.")
            }
            StoreError::FolderNameTaken => {
                let message = "A folder with the specified name already exists.";
                Self::new(StatusCode::CONFLICT, "ErrorFolderExists", message)
            }
            StoreError::FolderProtected => {
                let message = "The folder is a distinguished folder and cannot be changed that way.";
                Self::new(StatusCode::FORBIDDEN, "ErrorDeleteDistinguishedFolder", message)
            }
        }
    }
}
