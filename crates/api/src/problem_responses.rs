//! Problem responses that many routes share, for the OpenAPI document.

use crate::problem::ProblemView;
use utoipa::IntoResponses;

#[derive(IntoResponses)]
#[expect(dead_code, reason = "read by the OpenAPI document alone")]
pub(crate) enum AccessDenied {
    /// Not signed in, or the session or token has expired.
    #[response(status = 401, content_type = "application/problem+json")]
    Unauthorized(ProblemView),
    /// The role of the user or the scope of the token is not sufficient, or the request comes from another site.
    #[response(status = 403, content_type = "application/problem+json")]
    Forbidden(ProblemView),
}

/// Invalid input; `errors` names the field or parameter.
#[derive(IntoResponses)]
#[response(status = 400, content_type = "application/problem+json")]
#[expect(dead_code, reason = "read by the OpenAPI document alone")]
pub(crate) struct InvalidInput(ProblemView);

/// Not found.
#[derive(IntoResponses)]
#[response(status = 404, content_type = "application/problem+json")]
#[expect(dead_code, reason = "read by the OpenAPI document alone")]
pub(crate) struct NotFound(ProblemView);

/// Conflict; `detail` gives the reason.
#[derive(IntoResponses)]
#[response(status = 409, content_type = "application/problem+json")]
#[expect(dead_code, reason = "read by the OpenAPI document alone")]
pub(crate) struct Conflict(ProblemView);

/// Too many wrong passwords; try again after `Retry-After` seconds.
#[derive(IntoResponses)]
#[response(status = 429, content_type = "application/problem+json")]
#[expect(dead_code, reason = "read by the OpenAPI document alone")]
pub(crate) struct TooManyAttempts(ProblemView);

/// The mail provider rejected the credential or the request, does not have the mailbox, failed or did not respond; `detail`
/// contains its message.
#[derive(IntoResponses)]
#[response(status = 502, content_type = "application/problem+json")]
#[expect(dead_code, reason = "read by the OpenAPI document alone")]
pub(crate) struct ProviderFailed(ProblemView);

/// Overloaded, or a dependency is not available; try again after `Retry-After` seconds.
#[derive(IntoResponses)]
#[response(status = 503, content_type = "application/problem+json")]
#[expect(dead_code, reason = "read by the OpenAPI document alone")]
pub(crate) struct Unavailable(ProblemView);

#[derive(IntoResponses)]
#[expect(dead_code, reason = "read by the OpenAPI document alone")]
pub(crate) enum Overloaded {
    /// Too many requests from this address; try again after `Retry-After` seconds.
    #[response(status = 429, content_type = "application/problem+json")]
    TooManyRequests(ProblemView),
    /// Too many computations at once, or the database is not reachable; try again after `Retry-After` seconds.
    #[response(status = 503, content_type = "application/problem+json")]
    Busy(ProblemView),
}
