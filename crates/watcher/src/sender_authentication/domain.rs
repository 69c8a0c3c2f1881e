//! Domain names, compared without regard to case.

/// In characters, as DNS limits it.
const MAX_DOMAIN: usize = 253;
const MAX_LABEL: usize = 63;

/// The domain in a sender filter: `alerts@vendor.example`, `@vendor.example` and `vendor.example` name one. Lower case. An
/// international domain is written in its ASCII form (`xn--…`), as mail headers have it.
pub(crate) fn filter_domain(filter: &str) -> Option<String> {
    let filter = filter.trim();
    let domain = filter.rsplit_once('@').map_or(filter, |(_, domain)| domain).to_ascii_lowercase();
    is_domain(&domain).then_some(domain)
}

/// At least two labels of letters, digits and hyphens; the last one is not a number.
fn is_domain(text: &str) -> bool {
    let is_label = |label: &str| {
        (1..=MAX_LABEL).contains(&label.len())
            && label.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
            && !label.starts_with('-')
            && !label.ends_with('-')
    };
    let mut labels = text.rsplit('.');
    let is_top_level = |label: &str| is_label(label) && !label.bytes().all(|byte| byte.is_ascii_digit());
    text.len() <= MAX_DOMAIN && labels.next().is_some_and(is_top_level) && text.contains('.') && labels.all(is_label)
}

/// Whether `name` is the domain or one of its subdomains. The owner of a domain decides about its subdomains, never the other
/// way around.
pub(super) fn is_within(name: &str, domain: &str) -> bool {
    let name = name.trim_end_matches('.').to_ascii_lowercase();
    is_domain(&name) && name.strip_suffix(domain).is_some_and(|rest| rest.is_empty() || rest.ends_with('.'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_the_domain_of_a_filter() {
        for (filter, expected) in [
            ("alerts@Vendor.example", Some("vendor.example")),
            (" @vendor.example ", Some("vendor.example")),
            ("vendor.example", Some("vendor.example")),
            ("mail.vendor-2.co.uk", Some("mail.vendor-2.co.uk")),
            ("xn--strung-xxa.example", Some("xn--strung-xxa.example")),
            ("vendor", None),
            ("Lightning Vendor", None),
            ("alerts@", None),
            ("vendor.example extra", None),
            ("störung.example", None),
            ("10.0.0.1", None),
            (".example", None),
            ("-a.example", None),
            ("", None),
        ] {
            assert_eq!(filter_domain(filter).as_deref(), expected, "{filter:?}");
        }
        assert_eq!(filter_domain(&format!("{}.example", "a".repeat(64))), None);
    }

    #[test]
    fn a_subdomain_belongs_to_its_domain_and_a_longer_name_does_not() {
        for (name, expected) in [
            ("vendor.example", true),
            ("VENDOR.example.", true),
            ("mail.vendor.example", true),
            ("notvendor.example", false),
            ("vendor.example.evil.test", false),
            ("example", false),
            ("", false),
            ("..vendor.example", false),
            ("a b.vendor.example", false),
        ] {
            assert_eq!(is_within(name, "vendor.example"), expected, "{name:?}");
        }
        assert!(
            !is_within("vendor.example", "mail.vendor.example"),
            "a domain does not speak for the filter's subdomain"
        );
    }
}
