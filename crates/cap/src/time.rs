//! Times as CAP writes them: whole seconds with a numeric offset. `Z` is not allowed, and UTC is `-00:00`.

use jiff::Timestamp;

/// Always in UTC: a reference repeats the time of the message that it means, to the letter, also after the city has changed
/// its time zone.
pub(crate) fn cap_time(at: Timestamp) -> String {
    at.strftime("%Y-%m-%dT%H:%M:%S-00:00").to_string()
}

/// As Atom writes it.
pub(crate) fn atom_time(at: Timestamp) -> String {
    at.strftime("%Y-%m-%dT%H:%M:%SZ").to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fractions_are_cut_off() {
        let at: Timestamp = "2026-05-01T12:00:07.999999Z".parse().unwrap();
        assert_eq!(cap_time(at), "2026-05-01T12:00:07-00:00");
        assert_eq!(atom_time(at), "2026-05-01T12:00:07Z");
    }
}
