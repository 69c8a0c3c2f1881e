use sha2::{Digest, Sha256};

/// Derives a GUID from a name. The same name always gives the same GUID, so runs can be compared.
pub(crate) fn stable_guid(name: &str) -> String {
    let digest = Sha256::digest(name.as_bytes());
    let hex: Vec<String> = digest[..16].iter().map(|byte| format!("{byte:02x}")).collect();
    [&hex[..4], &hex[4..6], &hex[6..8], &hex[8..10], &hex[10..]].map(<[String]>::concat).join("-")
}
