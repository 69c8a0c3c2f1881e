//! A process of a test: killed when the test is done with it, also when the test fails. One that lived on would hold the
//! test's output open, and whoever reads that would wait for ever.

use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::process::{Child, ChildStdout, Command, ExitStatus};
use std::sync::atomic::{AtomicU32, Ordering};

/// A process of a test.
pub struct Process(Child);

impl Process {
    /// Starts it.
    pub fn start(mut command: Command) -> Self {
        Self(command.spawn().expect("the process starts"))
    }

    /// What it prints, if that was asked for.
    pub fn stdout(&mut self) -> ChildStdout {
        self.0.stdout.take().expect("a pipe")
    }

    /// Its number.
    pub fn id(&self) -> u32 {
        self.0.id()
    }

    /// Whether it has not ended; a process that ends by itself fails the test that relies on it.
    pub fn lives(&mut self) -> bool {
        let ended = self.0.try_wait().expect("it can be asked");
        assert!(ended.is_none(), "the process has ended by itself: {ended:?}");
        true
    }

    /// SIGKILL: no destructor, no handler, no last word.
    pub fn kill(mut self) {
        self.0.kill().expect("it can be killed");
        self.0.wait().expect("it has ended");
    }

    /// Waits until it has ended by itself.
    pub fn end(&mut self) -> ExitStatus {
        self.0.wait().expect("it ends")
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// An address that stays free until the process that is told of it listens there. Connections leave from 127.0.0.1, so
/// none of them can take a port of another loopback address in between; and no two tests get the same address.
pub fn free_address() -> SocketAddr {
    static GIVEN: AtomicU32 = AtomicU32::new(0);
    let number = std::process::id().wrapping_mul(64).wrapping_add(GIVEN.fetch_add(1, Ordering::Relaxed)).to_be_bytes();
    let own = Ipv4Addr::new(127, 1 + number[1] % 254, number[2], 1 + number[3] % 254);
    TcpListener::bind((own, 0)).and_then(|free| free.local_addr()).expect("a port")
}
