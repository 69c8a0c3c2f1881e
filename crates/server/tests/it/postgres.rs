//! The service on PostgreSQL: several at once, and a server that goes away.

use crate::binary::{Service, complaint, run};
use stormwire_testkit::{Cluster, Durability};

#[test]
fn a_service_waits_out_a_server_that_goes_away() {
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
    let refused = complaint(&run(folder.path(), &serve));
    assert!(refused.starts_with("stormwire: database.url: PostgreSQL at "), "{refused}");

    cluster.resume().unwrap();
    service.until("/readyz", 200);
    second.until("/readyz", 200);
    second.end();
    service.end();
}
