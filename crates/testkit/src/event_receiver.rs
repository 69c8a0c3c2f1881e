//! A webhook that the killed processes deliver events to.

use crate::service::{city_identity, feed_rules};
use crate::test_db::TestDb;
use axum::Router;
use axum::extract::State;
use axum::http::StatusCode;
use axum::routing::post;
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use stormwire_announce::{AnnouncingService, DeliveryDeps, EventSinks, SinkInput};
use stormwire_city::secrets::Secrets;
use stormwire_clock::{Clock, SystemClock, SystemRng};
use stormwire_graph::tls;
use stormwire_lightning::Lightning;
use stormwire_store::tables::audit::Actor;
use stormwire_store::tables::status_event::StatusEvent;
use stormwire_store::{FacilityId, Store};
use stormwire_workflow::HttpClient;
use tokio::net::TcpListener;
use tokio::task::AbortHandle;

/// One of so many requests is rejected.
const REJECTED_OF: usize = 7;

type Requests = Arc<Mutex<Vec<Value>>>;

/// Rejects some events; they must come again.
pub(crate) struct EventReceiver {
    requests: Requests,
    server: AbortHandle,
}

/// The key file that the test and its processes share.
pub(crate) fn key_file(db: &TestDb) -> PathBuf {
    db.folder().join("secret.key")
}

/// Sinks that may call receivers on this machine.
pub fn local_sinks(
    store: Store,
    key_file: &Path,
    lightning: Lightning,
    clock: Arc<dyn Clock>,
) -> anyhow::Result<EventSinks> {
    let secrets = Secrets::load(key_file.to_owned(), Arc::new(SystemRng))?;
    let http = HttpClient::new(clock.clone(), vec!["127.0.0.0/8".parse()?])?;
    let service = AnnouncingService {
        store: store.clone(),
        clock,
        rng: Arc::new(SystemRng),
        lightning,
        city: city_identity(),
        public_url: Arc::new("https://storm.test".parse()?),
    };
    let deps = DeliveryDeps::new(service, http, tls::client_config(false)?);
    Ok(EventSinks::new(store, Arc::new(SystemRng), secrets, deps))
}

impl EventReceiver {
    /// With its sink.
    pub(crate) async fn start(db: &TestDb) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let url = format!("http://{}/", listener.local_addr().expect("a local address"));
        let requests = Requests::default();
        let router = Router::new().route("/", post(receive)).with_state(requests.clone());
        let server = tokio::spawn(async move { axum::serve(listener, router).await.expect("serve") }).abort_handle();
        let sink = SinkInput {
            name: "Receiver".into(),
            kind: "Webhook".into(),
            url,
            secret: None,
            facility_ids: None,
            statuses: None,
            is_enabled: true,
        };
        let clock = Arc::new(SystemClock);
        let lightning = Lightning::new(db.store.clone(), clock.clone(), feed_rules(Duration::from_mins(5)));
        let sinks = local_sinks(db.store.clone(), &key_file(db), lightning, clock).expect("build the sinks");
        sinks.create(sink, Actor::command_line()).await.expect("create the sink");
        Self { requests, server }
    }

    /// Whether it has got all of these, those of a facility in their order. An event may come twice, never for the first time
    /// after a later one.
    pub(crate) fn has_all_in_order(&self, events: &[StatusEvent]) -> bool {
        let mut expected: BTreeMap<FacilityId, Vec<i64>> = BTreeMap::new();
        for event in events {
            expected.entry(event.facility_id).or_default().push(event.id.get());
        }
        let mut arrived: BTreeMap<FacilityId, Vec<i64>> = BTreeMap::new();
        for request in self.requests.lock().expect("lock").iter() {
            let number = |field: &str| request["data"][field].as_i64().expect("a number");
            let ids = arrived.entry(FacilityId::new(number("facilityId"))).or_default();
            if !ids.contains(&number("id")) {
                ids.push(number("id"));
            }
        }
        for (facility, ids) in &arrived {
            let in_order = expected.get(facility).is_some_and(|expected| expected.starts_with(ids));
            assert!(in_order, "facility {facility}: {ids:?} of {:?}", expected.get(facility));
        }
        arrived == expected
    }
}

impl Drop for EventReceiver {
    fn drop(&mut self) {
        self.server.abort();
    }
}

async fn receive(State(requests): State<Requests>, body: String) -> StatusCode {
    let mut requests = requests.lock().expect("lock");
    requests.push(serde_json::from_str(&body).expect("JSON"));
    if requests.len().is_multiple_of(REJECTED_OF) { StatusCode::SERVICE_UNAVAILABLE } else { StatusCode::NO_CONTENT }
}
