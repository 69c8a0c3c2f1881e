//! Content encodings and how a client chooses one.

use axum::http::{HeaderMap, HeaderValue, header};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Encoding {
    Identity,
    Gzip,
    Brotli,
}

impl Encoding {
    /// The value of `Content-Encoding`; none for the plain body.
    pub(super) fn header_value(self) -> Option<HeaderValue> {
        match self {
            Self::Identity => None,
            Self::Gzip => Some(HeaderValue::from_static("gzip")),
            Self::Brotli => Some(HeaderValue::from_static("br")),
        }
    }
}

/// The encoding with the highest weight in `Accept-Encoding`; Brotli among equals.
pub(super) fn preferred_encoding(headers: &HeaderMap) -> Encoding {
    let accepted = headers.get_all(header::ACCEPT_ENCODING).iter().filter_map(|value| value.to_str().ok());
    let mut best = (0.0, Encoding::Identity);
    for item in accepted.flat_map(|text| text.split(',')) {
        let mut parts = item.split(';').map(str::trim);
        let encoding = match parts.next().unwrap_or("") {
            name if name.eq_ignore_ascii_case("gzip") => Encoding::Gzip,
            name if name.eq_ignore_ascii_case("br") => Encoding::Brotli,
            "*" => Encoding::Gzip,
            _ => continue,
        };
        let weight = parts.find_map(|part| part.strip_prefix("q=")).map_or(1.0, |text| text.parse().unwrap_or(0.0));
        let is_better = weight > best.0 || (weight > 0.0 && weight >= best.0 && encoding == Encoding::Brotli);
        if is_better {
            best = (weight, encoding);
        }
    }
    best.1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chooses_the_accepted_encoding_with_the_highest_weight() {
        for (value, expected) in [
            ("", Encoding::Identity),
            ("identity", Encoding::Identity),
            ("gzip", Encoding::Gzip),
            ("gzip, deflate, br", Encoding::Brotli),
            ("br, gzip", Encoding::Brotli),
            ("gzip;q=1.0, br;q=0.5", Encoding::Gzip),
            ("gzip;q=0", Encoding::Identity),
            ("br;q=0, gzip;q=0.1", Encoding::Gzip),
            ("*", Encoding::Gzip),
            ("zstd", Encoding::Identity),
        ] {
            let headers = HeaderMap::from_iter([(header::ACCEPT_ENCODING, HeaderValue::from_static(value))]);
            assert_eq!(preferred_encoding(&headers), expected, "{value}");
        }
    }
}
