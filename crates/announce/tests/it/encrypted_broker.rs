//! A broker with TLS: its certificate must be trusted.

use crate::mqtt::broker_input;
use crate::sink_fixture::SinkFixture;
use rcgen::{BasicConstraints, CertificateParams, CertifiedIssuer, IsCa, KeyPair};
use rustls::crypto::ring;
use rustls::{ClientConfig, RootCertStore};
use std::fs;
use std::path::Path;
use std::sync::Arc;
use stormwire_testkit::TestDb;
use stormwire_testkit::mqtt_broker::{BrokerCertificate, BrokerOptions, MqttBroker};

/// An authority, and a certificate for `localhost` that it has signed.
fn create_certificate(folder: &Path) -> (BrokerCertificate, ClientConfig) {
    let mut params = CertificateParams::new(Vec::new()).unwrap();
    params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    let authority = CertifiedIssuer::self_signed(params, KeyPair::generate().unwrap()).unwrap();
    let key = KeyPair::generate().unwrap();
    let certificate = CertificateParams::new(vec!["localhost".into()]).unwrap().signed_by(&key, &authority).unwrap();
    let write = |name: &str, text: String| {
        let file = folder.join(name);
        fs::write(&file, text).unwrap();
        file
    };
    let files = BrokerCertificate {
        authority: write("authority.pem", authority.pem()),
        certificate: write("broker.pem", certificate.pem()),
        key: write("broker.key", key.serialize_pem()),
    };
    let mut roots = RootCertStore::empty();
    roots.add(authority.der().clone()).unwrap();
    let config = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_root_certificates(roots)
        .with_no_client_auth();
    (files, config)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn only_a_trusted_broker_gets_messages() {
    let db = TestDb::sqlite().await;
    let (certificate, trusting) = create_certificate(db.folder());
    let options = BrokerOptions { login: None, tls: Some(certificate) };
    let broker = MqttBroker::start_on_localhost(db.folder(), options);
    let by_default = SinkFixture::new(&db);
    let id = by_default.create(broker_input(&broker)).await.sink.id;
    let error = by_default.sinks.test(id).await.unwrap().unwrap().unwrap_err();
    assert!(error.contains("no encrypted connection to localhost"), "{error}");
    let trusting = SinkFixture::with_tls(&db, db.clock.clone(), trusting);
    let accepted = trusting.sinks.test(id).await.unwrap().unwrap();
    assert!(accepted.is_ok(), "{accepted:?}");
    db.end().await;
}
