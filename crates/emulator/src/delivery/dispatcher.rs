use crate::delivery::endpoint_sender::EndpointSender;
use crate::notify::outbox::QueuedNotification;
use crate::shared::EmulatorShared;
use std::collections::HashMap;
use std::sync::Arc;
use tokio::sync::mpsc;

/// Passes queued notifications to one [`EndpointSender`] per URL. Runs until the emulator is shut down.
pub(crate) async fn dispatch_notifications(
    shared: Arc<EmulatorShared>,
    mut queue: mpsc::UnboundedReceiver<QueuedNotification>,
) {
    let mut endpoints: HashMap<String, mpsc::UnboundedSender<QueuedNotification>> = HashMap::new();
    while let Some(queued) = queue.recv().await {
        let endpoint = endpoints.entry(queued.notification.url.clone()).or_insert_with_key(|url| {
            let (sender, receiver) = mpsc::unbounded_channel();
            let endpoint = Arc::new(EndpointSender::new(Arc::clone(&shared), url.clone(), sender.clone()));
            shared.spawn(endpoint.run(receiver));
            sender
        });
        let _ = endpoint.send(queued);
    }
}
