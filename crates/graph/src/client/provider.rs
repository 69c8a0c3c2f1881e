use super::http_exchange::HttpExchange;
use url::Url;

/// What all accounts share: the door of its calls and the addresses of the provider.
pub(super) struct Provider {
    pub exchange: HttpExchange,
    pub base_url: Url,
    pub authority: Url,
    pub scope: String,
}
