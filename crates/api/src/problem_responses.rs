//! Problem responses that many routes share, for the OpenAPI document.

use crate::problem::ProblemView;
use utoipa::IntoResponses;

#[derive(IntoResponses)]
#[expect(dead_code, reason = "read by the OpenAPI document alone")]
pub(crate) enum AccessDenied {
    /// Nobody is signed in, or not any more.
    #[response(status = 401, content_type = "application/problem+json")]
    Unauthorized(ProblemView),
    /// The role is too small, or the request comes from another site.
    #[response(status = 403, content_type = "application/problem+json")]
    Forbidden(ProblemView),
}

/// `errors` names the field or the parameter.
#[derive(IntoResponses)]
#[response(status = 400, content_type = "application/problem+json")]
#[expect(dead_code, reason = "read by the OpenAPI document alone")]
pub(crate) struct InvalidInput(ProblemView);

/// There is none of that id.
#[derive(IntoResponses)]
#[response(status = 404, content_type = "application/problem+json")]
#[expect(dead_code, reason = "read by the OpenAPI document alone")]
pub(crate) struct NotFound(ProblemView);

/// Something else stands against it; `detail` says what.
#[derive(IntoResponses)]
#[response(status = 409, content_type = "application/problem+json")]
#[expect(dead_code, reason = "read by the OpenAPI document alone")]
pub(crate) struct Conflict(ProblemView);

/// Too many wrong passwords; `Retry-After` says when to try again.
#[derive(IntoResponses)]
#[response(status = 429, content_type = "application/problem+json")]
#[expect(dead_code, reason = "read by the OpenAPI document alone")]
pub(crate) struct TooManyAttempts(ProblemView);

/// The mail provider refused or did not answer; `detail` has its words.
#[derive(IntoResponses)]
#[response(status = 502, content_type = "application/problem+json")]
#[expect(dead_code, reason = "read by the OpenAPI document alone")]
pub(crate) struct ProviderFailed(ProblemView);

/// Too much at once, or something is away; `Retry-After` says when to try again.
#[derive(IntoResponses)]
#[response(status = 503, content_type = "application/problem+json")]
#[expect(dead_code, reason = "read by the OpenAPI document alone")]
pub(crate) struct Unavailable(ProblemView);

/// Too many requests from one address, or too many computations at once; `Retry-After` says when to try again.
#[derive(IntoResponses)]
#[expect(dead_code, reason = "read by the OpenAPI document alone")]
pub(crate) enum Overloaded {
    /// Too many requests from this address.
    #[response(status = 429, content_type = "application/problem+json")]
    TooManyRequests(ProblemView),
    /// Too many computations at once, or the database does not answer.
    #[response(status = 503, content_type = "application/problem+json")]
    Busy(ProblemView),
}
