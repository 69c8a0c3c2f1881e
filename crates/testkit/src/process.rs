//! A child process of a test, killed when dropped, also if the test fails. A process that lived on would keep the test's
//! output open, and readers of it would wait forever.

use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, ExitStatus};
use std::sync::atomic::{AtomicU32, Ordering};

pub struct Process(Child);

impl Process {
    pub fn start(mut command: Command) -> Self {
        Self(command.spawn().expect("start the process"))
    }

    /// Panics if stdin is not piped.
    pub fn stdin(&mut self) -> ChildStdin {
        self.0.stdin.take().expect("piped stdin")
    }

    /// Panics if stdout is not piped.
    pub fn stdout(&mut self) -> ChildStdout {
        self.0.stdout.take().expect("piped stdout")
    }

    /// Panics if stderr is not piped.
    pub fn stderr(&mut self) -> ChildStderr {
        self.0.stderr.take().expect("piped stderr")
    }

    pub fn id(&self) -> u32 {
        self.0.id()
    }

    /// Panics if the process has ended by itself. Returns true, for use in conditions.
    pub fn is_running(&mut self) -> bool {
        let status = self.0.try_wait().expect("query the process");
        assert!(status.is_none(), "the process has ended by itself: {status:?}");
        true
    }

    /// Sends SIGKILL: no destructor or signal handler runs.
    pub fn kill(mut self) {
        self.kill_now();
    }

    /// As [`Process::kill`], for a process that another one replaces.
    pub fn kill_now(&mut self) {
        self.0.kill().expect("kill the process");
        self.0.wait().expect("wait for the process");
    }

    /// Waits until the process ends by itself.
    pub fn wait(&mut self) -> ExitStatus {
        self.0.wait().expect("wait for the process")
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// An address that stays free until a child process listens on it. Outgoing connections use 127.0.0.1, so they cannot take a
/// port of another loopback address. No two tests get the same address.
pub fn free_address() -> SocketAddr {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    let number = std::process::id().wrapping_mul(64).wrapping_add(NEXT.fetch_add(1, Ordering::Relaxed)).to_be_bytes();
    let address = Ipv4Addr::new(127, 1 + number[1] % 254, number[2], 1 + number[3] % 254);
    TcpListener::bind((address, 0)).and_then(|free| free.local_addr()).expect("bind a port")
}
