//! A rule compares what was seen with the model; it returns what is wrong, in one line.

use crate::model::Model;
use crate::observers::{FinalSight, Sight};

pub(crate) trait Rule {
    fn name(&self) -> &'static str;

    fn judge(&mut self, _: &Model, _: &Sight) -> Option<String> {
        None
    }

    /// After everything was repaired and is at rest.
    fn judge_end(&mut self, _: &Model, _: &FinalSight) -> Option<String> {
        None
    }
}
