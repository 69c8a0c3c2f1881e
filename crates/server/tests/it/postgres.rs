//! The service on PostgreSQL: two processes, and a database outage.

use crate::binary::{Service, error_text, run};
use stormwire_testkit::{Cluster, Durability};

#[test]
fn service_survives_a_database_outage() {
    let folder = tempfile::tempdir().unwrap();
    let cluster = Cluster::start(Durability::None).unwrap();
    let url = cluster.url("postgres");
    let serve = ["serve", "--listen", "127.0.0.1:0", "--database-url", &url];
    let (service, second) = (Service::start(folder.path(), &serve), Service::start(folder.path(), &serve));
    service.until("/readyz", 200);
    second.until("/readyz", 200);

    cluster.pause().unwrap();
    let body = service.until("/readyz", 503);
    assert!(body.contains("database"), "{body}");
    assert_eq!(service.get("/healthz").0, 200);
    let error = error_text(&run(folder.path(), &serve));
    assert!(error.starts_with("stormwire: database.url: cannot connect to PostgreSQL at "), "{error}");

    cluster.resume().unwrap();
    service.until("/readyz", 200);
    second.until("/readyz", 200);
    second.end();
    service.end();
}
