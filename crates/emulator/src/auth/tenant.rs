use crate::auth::token_error::TokenError;
use crate::guid::stable_guid;
use crate::settings::Settings;

/// Clients name a tenant by its id or by one of its domains; notifications contain the id.
pub(crate) fn tenant_id(tenant: &str) -> String {
    let is_id = tenant.len() == 36 && tenant.chars().all(|char| char.is_ascii_hexdigit() || char == '-');
    if is_id { tenant.to_lowercase() } else { stable_guid(&format!("tenant {}", tenant.to_lowercase())) }
}

pub(crate) fn check_tenant(tenant: &str, settings: &Settings) -> Result<(), TokenError> {
    if tenant.is_empty() || !tenant.chars().all(|char| char.is_ascii_alphanumeric() || "-._".contains(char)) {
        let message =
            format!("Specified tenant identifier '{tenant}' is neither a valid DNS name, nor a valid external domain.");
        return Err(TokenError::bad_request("invalid_request", 900_023, message));
    }
    let exists = settings.tenants.as_ref().is_none_or(|all| all.iter().any(|name| name.eq_ignore_ascii_case(tenant)));
    if exists {
        return Ok(());
    }
    let message = format!(
        "Tenant '{tenant}' not found. Check to make sure you have the correct tenant ID and are signing into the correct cloud."
    );
    Err(TokenError::bad_request("invalid_request", 90_002, message))
}
