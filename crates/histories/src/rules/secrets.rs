//! No secret is ever shown.

use crate::city::SECRETS;
use crate::model::Model;
use crate::observers::FinalSight;
use crate::rule::Rule;

pub(super) fn rules() -> Vec<Box<dyn Rule>> {
    vec![Box::new(NoSecret)]
}

struct NoSecret;

impl Rule for NoSecret {
    fn name(&self) -> &'static str {
        "no answer has a secret"
    }

    fn judge_end(&mut self, _: &Model, sight: &FinalSight) -> Option<String> {
        let found = sight.bodies.iter().find(|body| SECRETS.iter().any(|secret| body.contains(secret)));
        found.map(|body| format!("an answer has a secret: {body}"))
    }
}
