use super::*;

/// Valid until 2036-11-14T02:36:33Z. The keys exist in these tests only.
const PKCS8: &str = include_str!("../../testdata/certificate.pem");
const PKCS1: &str = include_str!("../../testdata/certificate-pkcs1.pem");
const ENCRYPTED_KEY: &str = include_str!("../../testdata/encrypted-key.pem");
const ELLIPTIC: &str = include_str!("../../testdata/ec.pem");

fn parse(text: &str) -> Result<ClientCertificate, CertificateError> {
    ClientCertificate::parse(SecretString::from(text))
}

/// The part of a PEM text that starts with this label.
fn part(text: &str, label: &str) -> String {
    let (start, end) = (format!("-----BEGIN {label}-----"), format!("-----END {label}-----\n"));
    let from = text.find(&start).unwrap();
    let to = text.find(&end).unwrap() + end.len();
    text[from..to].to_owned()
}

#[test]
fn reads_certificate_and_key_in_any_order_and_form() {
    for text in [PKCS8, PKCS1, &format!("Bag Attributes\n  x: y\n{}", PKCS8.replace('\n', "\r\n"))] {
        let certificate = parse(text).unwrap();
        assert_eq!(certificate.expires_at().to_string(), "2036-11-14T02:36:33Z");
        assert_eq!(certificate.thumbprint(), "7ACF4863E6F6244B05DF8B298FF9E1F974675E84");
        assert_eq!(certificate.sign(b"text").unwrap().len(), 256);
    }
}

#[test]
fn the_certificate_of_the_key_is_found_among_others() {
    let other = part(ELLIPTIC, "CERTIFICATE");
    assert_eq!(parse(&format!("{other}{PKCS8}")).unwrap().thumbprint(), "7ACF4863E6F6244B05DF8B298FF9E1F974675E84");
}

#[test]
fn errors_say_what_is_missing() {
    let (certificate, key) = (part(PKCS8, "CERTIFICATE"), part(PKCS8, "PRIVATE KEY"));
    let damaged = certificate.replace("MII", "NII");
    for (text, expected) in [
        (String::new(), CertificateError::NoCertificate),
        ("a client secret".into(), CertificateError::NoCertificate),
        (key.clone(), CertificateError::NoCertificate),
        (certificate.clone(), CertificateError::NoKey),
        (format!("{certificate}{ENCRYPTED_KEY}"), CertificateError::EncryptedKey),
        (
            format!("{certificate}-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\n"),
            CertificateError::EncryptedKey,
        ),
        (ELLIPTIC.into(), CertificateError::UnsupportedKey),
        (format!("{}{key}", part(ELLIPTIC, "CERTIFICATE")), CertificateError::OtherKey),
        (format!("{damaged}{key}"), CertificateError::Unreadable),
        ("x".repeat(40_000), CertificateError::TooLong),
    ] {
        assert_eq!(parse(&text).unwrap_err(), expected, "{}", &text[..text.len().min(80)]);
    }
}

#[test]
fn the_key_is_in_no_debug_output() {
    let text = format!("{:?}", parse(PKCS8).unwrap());
    assert_eq!(text, "ClientCertificate(7ACF4863E6F6244B05DF8B298FF9E1F974675E84)");
}
