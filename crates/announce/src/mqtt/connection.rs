//! One connection to a broker. Every step has a time limit, so that a broker that is silent cannot hold anything up.

use super::broker::Broker;
use super::error::{MqttError, Rejection};
use super::packet::{self, BrokerPacket, Connect, DISCONNECT, MAX_BROKER_PACKET, PING_REQUEST, decode_broker_packet};
use super::topics::RetainedMessage;
use rustls::ClientConfig;
use rustls::pki_types::ServerName;
use secrecy::{ExposeSecret, SecretString};
use std::collections::BTreeSet;
use std::future::Future;
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;
use stormwire_clock::Clock;
use stormwire_workflow::{AddressPolicy, resolve_allowed};
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;

/// For a connection with its sign-in, and for the acknowledgement of each batch.
const TIMEOUT: Duration = Duration::from_secs(8);
/// Messages that are sent before the first of them is acknowledged.
const BATCH: usize = 20;

trait BrokerStream: AsyncRead + AsyncWrite + Unpin + Send {}

impl<S: AsyncRead + AsyncWrite + Unpin + Send> BrokerStream for S {}

/// Opens connections to allowed addresses.
#[derive(Clone)]
pub(super) struct Connector {
    pub(super) clock: Arc<dyn Clock>,
    pub(super) policy: AddressPolicy,
    pub(super) tls: Arc<ClientConfig>,
}

/// Who connects, and what is published if the connection breaks.
pub(super) struct ClientIdentity {
    pub(super) client_id: String,
    pub(super) password: Option<SecretString>,
    pub(super) will: Option<RetainedMessage>,
    /// 0: the broker never closes an idle connection.
    pub(super) keep_alive_seconds: u16,
}

pub(super) struct Connection {
    stream: Box<dyn BrokerStream>,
    clock: Arc<dyn Clock>,
    /// What was read and is not a complete packet yet.
    received: Vec<u8>,
    last_packet_id: u16,
}

impl Connector {
    pub(super) async fn open(&self, broker: &Broker, identity: &ClientIdentity) -> Result<Connection, MqttError> {
        if identity.password.is_some() && broker.username.is_none() {
            return Err(MqttError::NoUsername);
        }
        let stream = within(self.clock.as_ref(), self.connect(broker)).await?;
        let clock = self.clock.clone();
        let mut connection = Connection { stream, clock, received: Vec::new(), last_packet_id: 0 };
        let connect = Connect {
            client_id: &identity.client_id,
            keep_alive_seconds: identity.keep_alive_seconds,
            will: identity.will.as_ref(),
            username: broker.username.as_deref(),
            password: identity.password.as_ref().map(ExposeSecret::expose_secret),
        };
        match connection.request(&connect.encode()).await? {
            BrokerPacket::ConnectAck { code } => match Rejection::of_code(code) {
                Some(rejection) => Err(MqttError::Rejected(rejection)),
                None => Ok(connection),
            },
            BrokerPacket::PublishAck { .. } | BrokerPacket::PingResponse => Err(MqttError::Protocol),
        }
    }

    async fn connect(&self, broker: &Broker) -> Result<Box<dyn BrokerStream>, MqttError> {
        let addresses = resolve_allowed(&self.policy, &broker.host, broker.port).await?;
        let tcp = connect_first(&addresses).await.map_err(|error| {
            let address = format!("{}:{}", broker.host, broker.port);
            MqttError::Connect { address, error }
        })?;
        tcp.set_nodelay(true)?;
        if !broker.is_encrypted {
            return Ok(Box::new(tcp));
        }
        let name = ServerName::try_from(broker.host.clone())
            .map_err(|error| MqttError::Url(format!("{} is not a host name: {error}", broker.host)))?;
        let encrypted = TlsConnector::from(self.tls.clone()).connect(name, tcp).await;
        let encrypted = encrypted.map_err(|error| MqttError::Tls { host: broker.host.clone(), error })?;
        Ok(Box::new(encrypted))
    }
}

async fn connect_first(addresses: &[SocketAddr]) -> io::Result<TcpStream> {
    let mut last = io::Error::other("the name has no address");
    for address in addresses {
        match TcpStream::connect(address).await {
            Ok(stream) => return Ok(stream),
            Err(error) => last = error,
        }
    }
    Err(last)
}

async fn within<T>(clock: &dyn Clock, step: impl Future<Output = Result<T, MqttError>>) -> Result<T, MqttError> {
    tokio::select! {
        biased;
        result = step => result,
        () = clock.sleep(TIMEOUT) => Err(MqttError::Timeout(TIMEOUT)),
    }
}

impl Connection {
    /// Returns when the broker has acknowledged all of them.
    pub(super) async fn publish(&mut self, messages: &[RetainedMessage]) -> Result<(), MqttError> {
        for batch in messages.chunks(BATCH) {
            let clock = self.clock.clone();
            within(clock.as_ref(), self.publish_batch(batch)).await?;
        }
        Ok(())
    }

    async fn publish_batch(&mut self, batch: &[RetainedMessage]) -> Result<(), MqttError> {
        let (mut bytes, mut waiting) = (Vec::new(), BTreeSet::new());
        for message in batch {
            // 0 is no packet id.
            self.last_packet_id = self.last_packet_id.checked_add(1).unwrap_or(1);
            bytes.extend(packet::encode_publish(message, self.last_packet_id));
            waiting.insert(self.last_packet_id);
        }
        self.write(&bytes).await?;
        while !waiting.is_empty() {
            match self.read().await? {
                BrokerPacket::PublishAck { packet_id } if waiting.remove(&packet_id) => {}
                _ => return Err(MqttError::Protocol),
            }
        }
        Ok(())
    }

    /// Fails if the broker does not respond.
    pub(super) async fn ping(&mut self) -> Result<(), MqttError> {
        match self.request(&PING_REQUEST).await? {
            BrokerPacket::PingResponse => Ok(()),
            BrokerPacket::ConnectAck { .. } | BrokerPacket::PublishAck { .. } => Err(MqttError::Protocol),
        }
    }

    /// Waits until the connection ends. The broker has nothing to say meanwhile.
    pub(super) async fn wait_for_end(&mut self) -> MqttError {
        match self.read().await {
            Ok(_) => MqttError::Protocol,
            Err(error) => error,
        }
    }

    /// Ends it so that the broker does not publish the last will.
    pub(super) async fn close(mut self) {
        let clock = self.clock.clone();
        // The broker notices the end of a connection that is broken by itself.
        let _ = within(clock.as_ref(), async {
            self.write(&DISCONNECT).await?;
            Ok(self.stream.shutdown().await?)
        })
        .await;
    }

    async fn request(&mut self, bytes: &[u8]) -> Result<BrokerPacket, MqttError> {
        let clock = self.clock.clone();
        within(clock.as_ref(), async {
            self.write(bytes).await?;
            self.read().await
        })
        .await
    }

    async fn write(&mut self, bytes: &[u8]) -> Result<(), MqttError> {
        self.stream.write_all(bytes).await?;
        Ok(self.stream.flush().await?)
    }

    /// Nothing is lost if it is dropped while it waits.
    async fn read(&mut self) -> Result<BrokerPacket, MqttError> {
        loop {
            if let Some((packet, length)) = decode_broker_packet(&self.received).map_err(|_| MqttError::Protocol)? {
                self.received.drain(..length);
                return Ok(packet);
            }
            let mut buffer = [0; MAX_BROKER_PACKET * BATCH];
            match self.stream.read(&mut buffer).await? {
                0 => return Err(MqttError::Closed),
                count => self.received.extend_from_slice(&buffer[..count]),
            }
        }
    }
}
