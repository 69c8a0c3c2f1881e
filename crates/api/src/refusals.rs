//! The refusals that many routes share, as the OpenAPI document tells them.

use crate::problem::ProblemView;
use utoipa::IntoResponses;

/// Who may not.
#[derive(IntoResponses)]
#[expect(dead_code, reason = "read by the OpenAPI document alone")]
pub(crate) enum Denied {
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
pub(crate) struct BadInput(ProblemView);

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
pub(crate) struct TooOften(ProblemView);

/// The mail provider refused or did not answer; `detail` has its words.
#[derive(IntoResponses)]
#[response(status = 502, content_type = "application/problem+json")]
#[expect(dead_code, reason = "read by the OpenAPI document alone")]
pub(crate) struct NoProvider(ProblemView);

/// Too much at once, or something is away; `Retry-After` says when to try again.
#[derive(IntoResponses)]
#[response(status = 503, content_type = "application/problem+json")]
#[expect(dead_code, reason = "read by the OpenAPI document alone")]
pub(crate) struct Unavailable(ProblemView);
