//! Where questions are answered: from the shelf, or by having someone compute.

use super::Answer;
use crate::{App, Problem};
use axum::http::{HeaderMap, Uri};
use axum::response::Response;
use jiff::Timestamp;
use std::sync::Arc;
use stormwire_geo::Parameters;
use stormwire_lightning::Picture;

/// Who asks, and how.
pub(super) struct Desk<'a> {
    pub(super) app: &'a App,
    pub(super) headers: &'a HeaderMap,
    pub(super) uri: &'a Uri,
}

/// About when, with which numbers, and where.
#[derive(Clone, Copy)]
pub(super) struct About {
    as_of: Option<Timestamp>,
    parameters: Parameters,
    /// A point that is no facility: hardly anyone asks for the same.
    is_anywhere: bool,
}

impl About {
    /// About facilities.
    pub(super) fn city(as_of: Option<Timestamp>, parameters: Parameters) -> Self {
        Self { as_of, parameters, is_anywhere: false }
    }

    /// About a point.
    pub(super) fn anywhere(as_of: Option<Timestamp>, parameters: Parameters) -> Self {
        Self { as_of, parameters, is_anywhere: true }
    }

    /// Whether the evaluation of all facilities that is at hand answers it.
    pub(super) fn is_usual(&self) -> bool {
        self.as_of.is_none() && !self.is_anywhere && self.parameters == Parameters::default()
    }
}

impl Desk<'_> {
    /// A live answer is taken from the shelf or put there; any other is computed for this one request.
    pub(super) async fn answer(
        &self,
        about: About,
        compute: impl AsyncFnOnce(Arc<Picture>) -> Result<Answer, Problem>,
    ) -> Result<Response, Problem> {
        if about.as_of.is_some() {
            let answer = self.compute(&about, compute).await?.1;
            return self.respond(answer).await;
        }
        let question = self.uri.path_and_query().map_or("", |whole| whole.as_str());
        if let Some(answer) = self.app.shelf.find(question, &self.app.lightning.live().await?) {
            return self.respond(answer).await;
        }
        // What everyone asks for is made by one for all.
        let _alone = if about.is_usual() { Some(self.app.shelf.alone().await) } else { None };
        if let Some(answer) = self.app.shelf.find(question, &self.app.lightning.live().await?) {
            return self.respond(answer).await;
        }
        let (live, answer) = self.compute(&about, compute).await?;
        self.app.shelf.keep(question, &live, &answer);
        self.respond(answer).await
    }

    /// What not everyone asks for takes its turn. Tells of which live picture it was made.
    async fn compute(
        &self,
        about: &About,
        compute: impl AsyncFnOnce(Arc<Picture>) -> Result<Answer, Problem>,
    ) -> Result<(Arc<Picture>, Arc<Answer>), Problem> {
        let lightning = &self.app.lightning;
        let _turn = if about.is_usual() { None } else { Some(lightning.turn().await?) };
        metrics::counter!("stormwire_lightning_answers_total", "from" => "computation").increment(1);
        let live = lightning.live().await?;
        let picture = lightning.picture(&live, about.as_of, about.parameters.longest()).await?;
        Ok((live, Arc::new(compute(picture).await?)))
    }

    async fn respond(&self, answer: Arc<Answer>) -> Result<Response, Problem> {
        if !answer.is_at_hand(self.headers) {
            let (answer, headers) = (answer.clone(), self.headers.clone());
            self.app.lightning.background(move || answer.put_at_hand(&headers)).await;
        }
        Ok(answer.respond(self.headers, self.app.clock.now()).map(Into::into))
    }
}
