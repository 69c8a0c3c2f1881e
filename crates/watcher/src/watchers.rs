//! Connects the parts of the crate.

use crate::admin::{Admin, AdminDeps};
use crate::cadence::Cadence;
use crate::delivery::DeliveryChecks;
use crate::files::FileRoots;
use crate::intake::Intake;
use crate::jobs::health::HealthJob;
use crate::jobs::message::MessageJob;
use crate::jobs::orphan_cleanup::OrphanCleanupJob;
use crate::jobs::phase_two::PhaseTwoJob;
use crate::jobs::subscription::SubscriptionJob;
use crate::jobs::unsubscribe::UnsubscribeJob;
use crate::jobs::watcher_loop::{CanaryJob, FullScanJob, JunkCheckJob, ReconcileJob};
use crate::mailboxes::Mailboxes;
use crate::pipeline::{Pipeline, PipelineDeps};
use crate::repair::Repair;
use crate::shared_deps::SharedDeps;
use crate::subscriptions::{Subscriptions, SubscriptionsDeps};
use jiff::Timestamp;
use std::path::PathBuf;
use std::sync::Arc;
use stormwire_city::secrets::Secrets;
use stormwire_clock::{Clock, Rng};
use stormwire_graph::GraphClient;
use stormwire_lightning::PlausibleArea;
use stormwire_store::Store;
use stormwire_store::queue::{AnyWorker, worker};
use stormwire_workflow::{Handlers, Runner};

/// Entry point of the crate. Cheap to clone.
#[derive(Clone)]
pub struct Watchers {
    intake: Arc<Intake>,
    pipeline: Arc<Pipeline>,
    subscriptions: Arc<Subscriptions>,
    delivery: Arc<DeliveryChecks>,
    admin: Arc<Admin>,
    repair: Arc<Repair>,
    handlers: Handlers,
    notification_url: String,
    started_at: Timestamp,
}

pub struct WatcherDeps {
    pub store: Store,
    pub clock: Arc<dyn Clock>,
    /// For run ids and client states.
    pub rng: Arc<dyn Rng>,
    pub secrets: Secrets,
    pub graph: Arc<GraphClient>,
    pub runner: Runner,
    pub cadence: Cadence,
    /// Where the provider sends notifications of new messages.
    pub notification_url: String,
    /// Where the provider sends lifecycle notifications.
    pub lifecycle_url: String,
    /// The folders that watchers of files may read.
    pub file_roots: Vec<PathBuf>,
    /// For attachments while a message is processed.
    pub work_folder: PathBuf,
    /// The sender of stormwire's own mail, which never triggers a run.
    pub own_address: Option<String>,
    /// Where strikes are expected.
    pub plausible_area: PlausibleArea,
    /// When this process started. Each mailbox is polled once after this before its subscription is created.
    pub started_at: Timestamp,
}

impl Watchers {
    pub fn new(deps: WatcherDeps) -> Self {
        let WatcherDeps { store, clock, rng, secrets, graph, runner, cadence, work_folder, own_address, .. } = deps;
        let WatcherDeps { notification_url, lifecycle_url, plausible_area, started_at, .. } = deps;
        let mailboxes = Mailboxes::new(store.clone(), secrets.clone(), graph);
        let file_roots = FileRoots::new(deps.file_roots);
        let shared = SharedDeps { store, clock, rng, secrets, mailboxes, file_roots, cadence };
        let handlers = runner.handlers().clone();
        let subscriptions = Subscriptions::new(SubscriptionsDeps {
            shared: shared.clone(),
            notification_url: notification_url.clone(),
            lifecycle_url: lifecycle_url.clone(),
            work_folder: work_folder.clone(),
            started_at,
        });
        let admin = Admin::new(AdminDeps {
            shared: shared.clone(),
            handlers: handlers.clone(),
            notification_url: notification_url.clone(),
            lifecycle_url,
            plausible_area,
        });
        let work = work_folder.clone();
        let pipeline = Pipeline::new(PipelineDeps { shared: shared.clone(), runner, work_folder: work, own_address });
        Self {
            intake: Arc::new(Intake::new(shared.clone())),
            pipeline: Arc::new(pipeline),
            subscriptions: Arc::new(subscriptions),
            delivery: Arc::new(delivery_checks(shared.clone())),
            admin: Arc::new(admin),
            repair: Arc::new(Repair::new(shared, work_folder)),
            handlers,
            notification_url,
            started_at,
        }
    }

    pub fn intake(&self) -> &Intake {
        &self.intake
    }

    pub fn admin(&self) -> &Admin {
        &self.admin
    }

    pub fn repair(&self) -> &Repair {
        &self.repair
    }

    pub fn notification_url(&self) -> &str {
        &self.notification_url
    }

    pub fn started_at(&self) -> Timestamp {
        self.started_at
    }

    /// The workers of this crate and of the workflow handlers, for the dispatcher.
    pub fn workers(&self) -> Vec<Arc<dyn AnyWorker>> {
        let workers = [
            worker::<ReconcileJob>(self.intake.clone()),
            worker::<FullScanJob>(self.intake.clone()),
            worker::<SubscriptionJob>(self.subscriptions.clone()),
            worker::<UnsubscribeJob>(self.subscriptions.clone()),
            worker::<OrphanCleanupJob>(self.subscriptions.clone()),
            worker::<HealthJob>(self.subscriptions.clone()),
            worker::<CanaryJob>(self.delivery.clone()),
            worker::<JunkCheckJob>(self.delivery.clone()),
            worker::<MessageJob>(self.pipeline.clone()),
            worker::<PhaseTwoJob>(self.pipeline.clone()),
        ];
        workers.into_iter().chain(self.handlers.workers()).collect()
    }
}

fn delivery_checks(deps: SharedDeps) -> DeliveryChecks {
    let SharedDeps { store, clock, rng, secrets, mailboxes, cadence, .. } = deps;
    DeliveryChecks { store, clock, rng, secrets, mailboxes, canary_interval: cadence.canary_interval }
}
