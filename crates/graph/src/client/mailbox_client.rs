//! Builds the calls to one mailbox and parses their responses.

use super::call::{ApiCall, CallTarget};
use super::call_runner::CallRunner;
use super::json::{self, Page};
use super::options::CallLimits;
use super::urls::{build_url, provider_link, response_link};
use crate::error::{ErrorReason, MailError};
use serde::de::DeserializeOwned;
use url::Url;

pub(super) struct MailboxClient {
    pub runner: CallRunner,
    pub address: String,
}

/// How many requests a list of many pages may still make.
pub(super) struct PageBudget {
    left: usize,
    total: usize,
}

impl MailboxClient {
    pub(super) fn limits(&self) -> &CallLimits {
        &self.runner.provider.exchange.limits
    }

    /// A URL within the mailbox.
    pub(super) fn url(&self, call: &'static str, segments: &[&str], query: &[(&str, &str)]) -> Result<Url, MailError> {
        let segments: Vec<&str> = ["users", self.address.as_str()].iter().chain(segments).copied().collect();
        self.root_url(call, &segments, query)
    }

    /// A URL outside of any mailbox.
    pub(super) fn root_url(
        &self,
        call: &'static str,
        segments: &[&str],
        query: &[(&str, &str)],
    ) -> Result<Url, MailError> {
        build_url(&self.runner.provider.base_url, segments, query).ok_or_else(|| {
            let reason = ErrorReason::message("an address or id is empty");
            MailError::Rejected { call, status: "bad request".into(), reason }
        })
    }

    /// A link that was stored. A link to another host, from another provider or an attacker, is never followed.
    fn stored_link(&self, call: &'static str, link: &str) -> Result<Url, MailError> {
        provider_link(&self.runner.provider.base_url, link).ok_or_else(|| {
            let reason = ErrorReason::message("the link leads to another host");
            MailError::SyncStateLost { call, reason }
        })
    }

    /// The address of the provider, to which links in responses must lead.
    pub(super) fn base_url(&self) -> &Url {
        &self.runner.provider.base_url
    }

    /// Makes a call and parses the response.
    pub(super) async fn fetch<T: DeserializeOwned>(&self, call: &ApiCall) -> Result<T, MailError> {
        json::parse(call.name, &self.runner.fetch(call).await?)
    }

    /// Makes a call and follows the links to all further pages.
    pub(super) async fn fetch_all_pages<T: DeserializeOwned>(
        &self,
        first: ApiCall,
        budget: &mut PageBudget,
    ) -> Result<Vec<T>, MailError> {
        let mut items = vec![];
        let mut call = first;
        loop {
            budget.take_one(call.name)?;
            let page: Page<T> = self.fetch(&call).await?;
            items.extend(json::require(call.name, "value", page.value)?);
            let Some(link) = page.next else { return Ok(items) };
            call.url = response_link(self.base_url(), call.name, &link)?;
        }
    }

    pub(super) fn page_budget(&self) -> PageBudget {
        let total = self.limits().max_pages;
        PageBudget { left: total, total }
    }

    /// A call for a page of a folder's changes or listing: the first page, or the page of a stored link.
    pub(super) fn page_call(
        &self,
        name: &'static str,
        link: Option<&str>,
        first_page: impl FnOnce() -> Result<Url, MailError>,
    ) -> Result<ApiCall, MailError> {
        let (url, target) = match link {
            Some(link) => (self.stored_link(name, link)?, CallTarget::Link),
            None => (first_page()?, CallTarget::FirstPage),
        };
        Ok(ApiCall::get(name, url).target(target))
    }
}

impl PageBudget {
    fn take_one(&mut self, call: &'static str) -> Result<(), MailError> {
        let limit = || format!("{} requests can list", self.total);
        self.left = self.left.checked_sub(1).ok_or_else(|| MailError::TooLarge { call, limit: limit() })?;
        Ok(())
    }
}
