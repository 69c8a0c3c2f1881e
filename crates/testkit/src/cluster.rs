//! A disposable PostgreSQL cluster in a temporary folder, reached through a socket in that folder. Removed when this process
//! ends for any reason.

use anyhow::{Context, Result, bail, ensure};
use std::fs;
use std::io::{Read, Write};
use std::os::unix::fs::{MetadataExt, PermissionsExt, chown};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

/// Of all tests that share a cluster; a service has up to 40.
const MAX_CONNECTIONS: u32 = 1_000;

/// Whether the cluster waits for the disk.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Durability {
    /// As in production, for measurements.
    Real,
    /// Nothing is synced, for tests: they never crash the database machine.
    None,
}

/// Starts a cluster without blocking the runtime.
pub async fn start_cluster(durability: Durability) -> Cluster {
    let started = tokio::task::spawn_blocking(move || Cluster::start(durability)).await;
    started.expect("start without panic").expect("start PostgreSQL")
}

#[derive(Debug)]
pub struct Cluster {
    folder: PathBuf,
    programs: PathBuf,
    /// The unprivileged user that runs the server if this process is root.
    user: Option<(u32, u32)>,
    /// Reads from a pipe until this process ends, then stops the server and removes the folder. `None`: another process started
    /// the server, and stops it.
    _cleanup_process: Option<Child>,
}

impl Cluster {
    pub fn start(durability: Durability) -> Result<Self> {
        let cluster = Self::new()?;
        cluster.run("initdb", &["-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8", "--no-sync"])?;
        // The store turns off the compilation of queries, too. PostGIS and its fifty libraries are loaded once, not by each
        // connection.
        let sync = if durability == Durability::Real { "on" } else { "off" };
        let socket = cluster.folder.display();
        let settings = format!(
            "listen_addresses = ''\nunix_socket_directories = '{socket}'\nmax_connections = {MAX_CONNECTIONS}\n\
             fsync = {sync}\nsynchronous_commit = {sync}\nfull_page_writes = {sync}\nautovacuum = {sync}\njit = off\n\
             log_min_messages = fatal\n\
             shared_preload_libraries = 'postgis-3'\n"
        );
        fs::write(cluster.data().join("postgresql.auto.conf"), settings)?;
        cluster.resume()?;
        Ok(cluster)
    }

    /// The cluster in a folder, which another process has started.
    pub(crate) fn of_other_process(folder: PathBuf) -> Result<Self> {
        Ok(Self { folder, programs: find_programs()?, user: unprivileged_user()?, _cleanup_process: None })
    }

    fn new() -> Result<Self> {
        let programs = find_programs()?;
        let user = unprivileged_user()?;
        let folder = tempfile::Builder::new().prefix("stormwire-pg-").tempdir()?.keep();
        fs::set_permissions(&folder, fs::Permissions::from_mode(0o700))?;
        if let Some((uid, gid)) = user {
            chown(&folder, Some(uid), Some(gid))?;
        }
        let cleanup_process = start_cleanup_process(&folder, &programs, user)?;
        Ok(Self { folder, programs, user, _cleanup_process: Some(cleanup_process) })
    }

    /// A streaming standby of this server, which from now on acknowledges a commit only when the standby has it.
    pub fn start_standby(&self) -> Result<Self> {
        self.execute("postgres", "alter system set synchronous_commit = 'on'")?;
        let standby = Self::new()?;
        let (socket, data) = (self.folder.display().to_string(), standby.data().display().to_string());
        let source = ["-h", &socket, "-U", "postgres", "-X", "stream", "-c", "fast"];
        standby.run("pg_basebackup", &[&source[..], &["-D", &data, "-R", "--no-sync"]].concat())?;
        // The last line of a setting counts. The rest is copied from the primary.
        let mut settings = fs::OpenOptions::new().append(true).open(standby.data().join("postgresql.auto.conf"))?;
        writeln!(settings, "unix_socket_directories = '{}'", standby.folder.display())?;
        standby.resume()?;
        self.execute("postgres", "alter system set synchronous_standby_names = '*'")?;
        self.execute("postgres", "select pg_reload_conf()")?;
        Ok(standby)
    }

    pub(crate) fn folder(&self) -> &Path {
        &self.folder
    }

    pub fn url(&self, database: &str) -> String {
        format!("postgres://postgres@{}/{database}", self.host())
    }

    /// A database on this server or, after a failover, on the other one.
    pub fn url_with_standby(&self, standby: &Self, database: &str) -> String {
        let (primary, standby) = (self.host(), standby.host());
        format!("postgres://postgres@{primary},{standby}/{database}?target_session_attrs=read-write")
    }

    fn host(&self) -> String {
        self.folder.display().to_string().replace('/', "%2F")
    }

    /// Starts the server again after [`Cluster::pause`].
    pub fn resume(&self) -> Result<()> {
        let log = self.folder.join("log").display().to_string();
        self.run("pg_ctl", &["-w", "-s", "-t", "60", "-l", &log, "start"])
    }

    /// Stops the server immediately, like a crash of its machine.
    pub fn pause(&self) -> Result<()> {
        self.run("pg_ctl", &["-w", "-s", "-m", "immediate", "stop"])
    }

    /// Sends SIGKILL to the server, like a machine that loses power. Its data folder is not used again.
    pub fn kill(&self) -> Result<()> {
        send_signal("-KILL", &[self.server_pid()?])
    }

    /// The server hangs: its connections stay open, new ones are accepted by the kernel, and none gets a response.
    pub fn hang(&self) -> Result<()> {
        // The server first, so that it starts no more processes.
        let server = self.server_pid()?;
        send_signal("-STOP", std::slice::from_ref(&server))?;
        send_signal("-STOP", &children(&server)?)
    }

    /// Ends [`Cluster::hang`].
    pub fn end_hang(&self) -> Result<()> {
        let server = self.server_pid()?;
        send_signal("-CONT", &children(&server)?)?;
        send_signal("-CONT", &[server])
    }

    fn server_pid(&self) -> Result<String> {
        let file = fs::read_to_string(self.data().join("postmaster.pid"))?;
        Ok(file.lines().next().context("no process id in postmaster.pid")?.to_owned())
    }

    /// Makes a standby the primary.
    pub fn promote(&self) -> Result<()> {
        self.run("pg_ctl", &["-w", "-s", "-t", "60", "promote"])
    }

    pub fn execute(&self, database: &str, sql: &str) -> Result<()> {
        let socket = self.folder.display().to_string();
        self.run("psql", &["-X", "-q", "-h", &socket, "-U", "postgres", "-d", database, "-c", sql])
    }

    fn data(&self) -> PathBuf {
        self.folder.join("data")
    }

    fn run(&self, program: &str, arguments: &[&str]) -> Result<()> {
        let mut command = command(&self.programs.join(program), self.user);
        command.env("PGDATA", self.data()).current_dir(&self.folder).args(arguments);
        // The server outlives pg_ctl and would keep a pipe open, so the output goes to a file.
        let errors = fs::File::create(self.folder.join(format!("{program}.err")))?;
        let status = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(errors).status();
        let status = status.with_context(|| format!("cannot run {program}"))?;
        let mut output = String::new();
        fs::File::open(self.folder.join(format!("{program}.err")))?.read_to_string(&mut output)?;
        ensure!(status.success(), "{program} failed: {output}");
        Ok(())
    }
}

fn children(pid: &str) -> Result<Vec<String>> {
    let children = fs::read_to_string(format!("/proc/{pid}/task/{pid}/children"))?;
    Ok(children.split_whitespace().map(str::to_owned).collect())
}

fn send_signal(signal: &str, pids: &[String]) -> Result<()> {
    let status = Command::new("kill").arg(signal).args(pids).status()?;
    ensure!(status.success(), "kill {signal} {pids:?} failed");
    Ok(())
}

fn command(program: &Path, user: Option<(u32, u32)>) -> Command {
    let mut command = Command::new(program);
    command.env_clear().env("PATH", "/usr/bin:/bin").env("LC_ALL", "C.UTF-8");
    if let Some((uid, gid)) = user {
        command.uid(uid).gid(gid);
    }
    command
}

fn start_cleanup_process(folder: &Path, programs: &Path, user: Option<(u32, u32)>) -> Result<Child> {
    // A server that hangs must go on, to be stopped.
    let script = r#"cat > /dev/null; kill -CONT "$(head -n 1 "$2/data/postmaster.pid")"; "$1/pg_ctl" -D "$2/data" -s -m immediate stop; rm -rf "$2""#;
    let mut command = command(Path::new("/bin/sh"), user);
    command.args(["-c", script, "sh"]).arg(programs).arg(folder);
    // A separate process group: Ctrl-C must not end it before it has cleaned up.
    command.process_group(0).stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null()).current_dir("/");
    Ok(command.spawn()?)
}

/// The newest server programs of version 15 or later that have PostGIS.
fn find_programs() -> Result<PathBuf> {
    let mut found: Vec<(u32, PathBuf)> = Vec::new();
    for entry in fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten() {
        let version = entry.file_name().to_string_lossy().parse().unwrap_or(0);
        let programs = entry.path().join("bin");
        let postgis = format!("/usr/share/postgresql/{version}/extension/postgis.control");
        if version >= 15 && programs.join("initdb").exists() && Path::new(&postgis).exists() {
            found.push((version, programs));
        }
    }
    found.sort();
    match found.pop() {
        Some((_, programs)) => Ok(programs),
        None => bail!("PostgreSQL 15 or later with PostGIS not found in /usr/lib/postgresql. Run `make setup`."),
    }
}

/// PostgreSQL does not run as root. As root, uses the user `postgres`, or `nobody` if that is missing.
fn unprivileged_user() -> Result<Option<(u32, u32)>> {
    if fs::metadata("/proc/self")?.uid() != 0 {
        return Ok(None);
    }
    let passwd = fs::read_to_string("/etc/passwd")?;
    for name in ["postgres", "nobody"] {
        for line in passwd.lines() {
            if let [user, _, uid, gid, ..] = line.split(':').collect::<Vec<_>>()[..]
                && user == name
            {
                return Ok(Some((uid.parse()?, gid.parse()?)));
            }
        }
    }
    bail!("running as root, and neither the user postgres nor the user nobody exists")
}
