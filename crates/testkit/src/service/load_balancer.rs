//! A load balancer in front of several services: each connection goes to the next one that accepts it.

use std::net::SocketAddr;
use std::sync::{Arc, Mutex};
use tokio::io::copy_bidirectional;
use tokio::net::{TcpListener, TcpStream};
use tokio_util::task::AbortOnDropHandle;

/// Stops when dropped.
pub(super) struct LoadBalancer {
    services: Arc<Mutex<Vec<SocketAddr>>>,
    _task: AbortOnDropHandle<()>,
}

impl LoadBalancer {
    pub(super) async fn start(address: SocketAddr) -> Self {
        let listener = TcpListener::bind(address).await.expect("bind the address");
        let services = Arc::new(Mutex::new(Vec::new()));
        let task = tokio::spawn(accept(listener, services.clone()));
        Self { services, _task: AbortOnDropHandle::new(task) }
    }

    pub(super) fn set_services(&self, addresses: Vec<SocketAddr>) {
        *self.services.lock().expect("lock") = addresses;
    }
}

async fn accept(listener: TcpListener, services: Arc<Mutex<Vec<SocketAddr>>>) {
    loop {
        let Ok((client, _)) = listener.accept().await else { continue };
        let next = {
            let mut services = services.lock().expect("lock");
            if !services.is_empty() {
                services.rotate_left(1);
            }
            services.clone()
        };
        tokio::spawn(forward(client, next));
    }
}

/// Connections end when a service is killed.
async fn forward(mut client: TcpStream, services: Vec<SocketAddr>) {
    for address in services {
        if let Ok(mut service) = TcpStream::connect(address).await {
            let _ = copy_bidirectional(&mut client, &mut service).await;
            return;
        }
    }
}
