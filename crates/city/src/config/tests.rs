use super::key_kind::{HasKind, KeyKind};
use super::raw::RawConfig;
use super::*;
use std::path::Path;
use std::time::Duration;
use stormwire_geo::Miles;
use stormwire_store::Database;

fn load(text: &str) -> Result<Config, ConfigError> {
    Config::load(&Sources::from_text(Path::new("/etc/stormwire/stormwire.toml"), text.into()))
}

fn load_error(text: &str) -> String {
    load(text).expect_err(text).to_string()
}

#[test]
fn empty_file_gives_the_defaults_of_the_contract() {
    let config = load("").unwrap();
    assert_eq!(config.server.listen.to_string(), "127.0.0.1:8080");
    assert_eq!(config.server.media_url, "/media");
    assert_eq!(config.database, Database::Sqlite("/etc/stormwire/data".into()));
    assert_eq!(config.graph.base_url, "https://graph.microsoft.com/v1.0");
    assert_eq!(config.key_file, Path::new("/etc/stormwire/data/secret.key"));
    assert_eq!(config.watch.reconciliation, Duration::from_mins(5));
    assert_eq!(config.watch.renewal_margin, Duration::from_hours(24));
    assert_eq!(config.watch.renewal_check, Duration::from_hours(1));
    assert_eq!(config.watch.retention, Duration::from_hours(400 * 24));
    assert_eq!(config.viewport_cap, 64);
    assert_eq!(config.session_limits, crate::accounts::SessionLimits::default());
    assert_eq!(config.server.security_log, None);
    assert_eq!(config.plausible_radius, Some(Miles(500.0)));
    assert_eq!(config.file_roots, Vec::<std::path::PathBuf>::new());
    assert!(config.operator_email.is_none() && config.smtp.is_none() && config.server.public_url.is_none());
    assert_eq!(config.city.crs.srid(), 102_629);
    assert_eq!(config.city.bounds, config.city.crs.zone());
}

#[test]
fn limits_and_tls_have_the_defaults_of_the_contract() {
    let Server { limits, streams, tls, .. } = load("").unwrap().server;
    assert_eq!(streams, StreamLimits { total: Some(3_000), per_address: Some(128) });
    assert_eq!((limits.connections, limits.connections_per_address), (Some(4_096), Some(256)));
    assert_eq!((limits.header, limits.idle), (Some(Duration::from_secs(10)), Some(Duration::from_secs(75))));
    assert_eq!((limits.body, limits.write), (Some(Duration::from_secs(30)), Some(Duration::from_secs(30))));
    assert_eq!(tls, None);
    let text = "[server.tls]\ncertificate = \"cert.pem\"\nkey = \"/k.pem\"\n[server.limits]\nheader_seconds = 0";
    let Server { limits, tls, .. } = load(text).unwrap().server;
    assert_eq!(limits.header, None, "0 is off");
    assert_eq!(
        tls,
        Some(TlsFiles { certificate: "/etc/stormwire/cert.pem".into(), key: "/k.pem".into() }),
        "relative to the file"
    );
}

#[test]
fn session_limits_and_security_log_can_be_set() {
    let text = "[server]\nsecurity_log = \"log/security.jsonl\"\n[sign_in]\nidle_minutes = 30\nmax_days = 1";
    let config = load(text).unwrap();
    assert_eq!(config.server.security_log.as_deref(), Some(Path::new("/etc/stormwire/log/security.jsonl")));
    assert_eq!(config.session_limits.idle, Duration::from_mins(30));
    assert_eq!(config.session_limits.lifetime, Duration::from_hours(24));
}

#[test]
fn plausible_miles_can_be_changed_or_switched_off() {
    let radius = |text: &str| load(&format!("[lightning]\nplausible_miles = {text}")).unwrap().plausible_radius;
    assert_eq!((radius("0"), radius("1"), radius("12500")), (None, Some(Miles(1.0)), Some(Miles(12_500.0))));
}

#[test]
fn example_file_is_accepted() {
    let config = load(include_str!("../../../../docs/stormwire.example.toml")).unwrap();
    assert_eq!(config.operator_email.as_deref(), Some("it@example.gov"));
    assert_eq!(config.server.public_url.unwrap().as_str(), "https://storm.example.gov/");
    assert_eq!(config.city.name, "Example City");
}

#[test]
fn without_a_file_paths_are_relative_to_the_working_directory() {
    let config = Config::load(&Sources::default()).unwrap();
    assert_eq!(config.paths.work, Path::new("data/work"));
}

#[test]
fn environment_overrides_file_and_flags_override_both() {
    let sources =
        Sources::from_text(Path::new("s.toml"), "[server]\nlisten = \"127.0.0.1:1\"\n[city]\nname = \"A\"".into())
            .with_environment([
                ("STORMWIRE__SERVER__LISTEN".into(), "127.0.0.1:2".into()),
                ("STORMWIRE__CITY__NAME".into(), "1984".into()),
                ("STORMWIRE__CITY__BOUNDS".into(), "[-87, 30.5, -85, 35]".into()),
                ("STORMWIRE__SERVER__TRUSTED_PROXIES".into(), "10.0.0.0/8, 192.168.1.1".into()),
                ("STORMWIRE__WORKFLOW__ALLOW_ADDRESSES".into(), "[\"127.0.0.0/8\"]".into()),
                ("STORMWIRE__WATCH__RECONCILIATION_SECONDS".into(), "1".into()),
                ("PATH".into(), "/bin".into()),
            ])
            .with_flag("server.listen", "127.0.0.1:3");
    let config = Config::load(&sources).unwrap();
    assert_eq!(config.server.listen.port(), 3);
    assert_eq!(config.city.name, "1984");
    assert_eq!(config.server.trusted_proxies.len(), 2);
    assert_eq!(config.allow_addresses.len(), 1);
    assert_eq!(config.watch.reconciliation, Duration::from_secs(1));
    assert!((config.city.bounds.unwrap().min().lat() - 30.5).abs() < f64::EPSILON);
}

#[test]
fn keys_without_a_default_can_be_set_by_the_environment() {
    let sources = Sources::default().with_environment([
        ("STORMWIRE__LIGHTNING__FEED".into(), "external".into()),
        ("STORMWIRE__LIGHTNING__EXTERNAL_MINUTES".into(), "7".into()),
        ("STORMWIRE__SERVER__SECURITY_CONTACT".into(), "tel:5551234567".into()),
    ]);
    let config = Config::load(&sources).unwrap();
    assert_eq!(config.external_silence, Some(Duration::from_mins(7)));
    assert_eq!(config.server.security_contact.as_deref(), Some("tel:5551234567"));
}

/// A file and the start of its error.
const INVALID_FILES: &[(&str, &str)] = &[
    ("[server]\nlisen = 1", "server.lisen: unknown key"),
    ("[sever]\nlisten = 1", "sever: unknown key"),
    ("[server]\nlisten = 1", "server.listen: wrong type"),
    ("[server]\nlisten = \"localhost\"", "server.listen: \"localhost\" is not an IP address and port"),
    ("[server]\nlisten = \"127.0.0.1:99999\"", "server.listen: \"127.0.0.1:99999\""),
    ("[server]\npublic_url = \"ftp://x\"", "server.public_url: \"ftp://x\" is not an http"),
    ("[server]\nmedia_url = \"\"", "server.media_url: \"\" is neither"),
    ("[server]\nsecurity_contact = \"me@x\"", "server.security_contact: \"me@x\" is not a URI"),
    ("[server]\nsecurity_contact = \"mailto:a@b\\nEvil: 1\"", "server.security_contact: "),
    ("[server]\nanonymous_per_second = -1", "server.anonymous_per_second: -1 is out of range"),
    ("[server]\ntrusted_proxies = [\"ten\"]", "server.trusted_proxies: \"ten\" is not an IP network"),
    ("[server]\nsecurity_log = \"\"", "server.security_log: \"\" is not a valid path"),
    ("[sign_in]\nidle_minutes = 0", "sign_in.idle_minutes: 0 is out of range"),
    ("[sign_in]\nmax_days = 0", "sign_in.max_days: 0 is out of range"),
    ("[server]\ntrusted_proxies = \"10.0.0.0/8\"", "server.trusted_proxies: wrong type"),
    (
        "[database]\nurl = \"mysql://root:hunter2@h/d\"",
        "database.url: unsupported database; use sqlite:FOLDER or postgres://",
    ),
    ("[database]\nurl = \"sqlite:\"", "database.url: \"\" is not a valid path"),
    ("[graph]\nbase_url = \"graph\"", "graph.base_url: \"graph\" is not an http"),
    ("[graph]\nauthority = \"https://h/?a=b\"", "graph.authority: \"https://h/?a=b\" has a query"),
    (
        "[watch]\nreconciliation_seconds = 0",
        "watch.reconciliation_seconds: 0 is out of range; use an integer between 1 and",
    ),
    ("[watch]\nretention_days = 1.5", "watch.retention_days: wrong type"),
    ("[watch]\nretention_days = 99999999999", "watch.retention_days: 99999999999 is out of range"),
    (
        "[lightning]\nplausible_miles = -1",
        "lightning.plausible_miles: -1 is out of range; use an integer between 1 and 12500, or 0 to switch it off",
    ),
    ("[lightning]\nplausible_miles = 12501", "lightning.plausible_miles: 12501 is out of range"),
    ("[lightning]\nplausible_miles = 0.5", "lightning.plausible_miles: wrong type"),
    ("[lightning]\nfeed = \"mail\"", "lightning.feed: \"mail\" is not a feed; use \"watchers\" or \"external\""),
    ("[lightning]\nfeed = \"external\"", "lightning.external_minutes: missing"),
    ("[lightning]\nfeed = \"external\"\nexternal_minutes = 0", "lightning.external_minutes: 0 is out of range"),
    ("[lightning]\nexternal_minutes = 5", "lightning.external_minutes: is only for lightning.feed = \"external\""),
    ("[watch]\ncanary_minutes = -1", "watch.canary_minutes: -1 is out of range"),
    ("[watch]\ncanary_minutes = 1441", "watch.canary_minutes: 1441 is out of range"),
    ("[workflow]\nallow_addresses = [\"127.0.0.1/99\"]", "workflow.allow_addresses: \"127.0.0.1/99\""),
    ("[files]\nroots = \"/srv\"", "files.roots: wrong type"),
    ("[files]\nroots = [\"\"]", "files.roots: \"\" is not a valid path"),
    ("[files]\nroots = [\"/srv\", \"share\"]", "files.roots: \"share\" is not an absolute path"),
    ("[files]\nroots = [\"/srv/../etc\"]", "files.roots: \"/srv/../etc\" is not an absolute path"),
    ("[operator]\nemail = \"it at example\"", "operator.email: \"it at example\" is not an email address"),
    ("[operator]\nper_hour = 0", "operator.per_hour"),
    ("[heartbeat]\nurl = \"hunter2\"", "heartbeat.url: not an http or https URL; use the ping URL"),
    ("[heartbeat]\nurl = \"ftp://h/hunter2\"", "heartbeat.url: not an http or https URL"),
    ("[metrics]\ntoken_file = \"\"", "metrics.token_file: \"\" is not a valid path"),
    ("[metrics]\ntoken = \"hunter2\"", "metrics.token: unknown key"),
    ("[operator]\nvia = \"Fax\"", "operator.via: \"Fax\" is not a way to send"),
    ("[operator]\nvia = \"Graph\"", "operator.from: missing"),
    ("[operator]\nvia = \"Graph\"\nfrom = \"x\"", "operator.from: \"x\" is not an email address"),
    ("[operator]\nfrom = \"a@b\"", "operator.from: is only for operator.via = \"Graph\""),
    ("[operator]\ncredential = \"M\"", "operator.credential: is only for operator.via = \"Graph\""),
    ("[smtp]\nurl = \"http://h\"", "smtp.url: not a mail server URL; use smtp://"),
    ("[smtp]\nurl = \"smtp://u:p@h:25\"\nfrom = \"a@b\"", "smtp.url: smtp:// does not support a user and password"),
    ("[smtp]\nurl = \"smtp://h:25\"", "smtp.from: missing"),
    ("[smtp]\nfrom = \"a@b\"", "smtp.url: missing"),
    ("[city]\ncrs = \"EPSG:1\"", "city.crs: unknown coordinate system \"EPSG:1\""),
    ("[city]\nbounds = [1, 2]", "city.bounds: 2 numbers"),
    ("[city]\nbounds = [10, 2, 1, 3]", "city.bounds: the minimum is larger than the maximum"),
    ("[city]\nbounds = [-200, 2, 1, 3]", "city.bounds: longitude -200"),
    ("[city]\ntimezone = \"Mars/Base\"", "city.timezone: \"Mars/Base\" is not a time zone"),
    ("[city]\nname = \" \"", "city.name: \" \" is not a valid name"),
    ("[tiles]\nviewport_cap = 0", "tiles.viewport_cap: 0 is out of range"),
    ("[server\nlisten", "/etc/stormwire/stormwire.toml is not valid TOML"),
    (
        "[database]\nurl = \"postgres://u:hunter2@h/d\" x",
        "/etc/stormwire/stormwire.toml is not valid TOML: TOML parse error at line 2",
    ),
    ("[database]\nurl = \"postgres://u:hunter2@h:99999/d\"", "database.url: not a valid URL: invalid port number"),
    ("[graph]\nbase_url = \"ftp://u:hunter2@h/\"", "graph.base_url: the value is not an http"),
    ("[server.tls]\ncertificate = \"cert.pem\"", "server.tls.key: missing; set it to a PEM file too"),
    ("[server.tls]\nkey = \"key.pem\"", "server.tls.certificate: missing; set it to a PEM file too"),
    ("[server.tls]\ncertificate = \"\"\nkey = \"key.pem\"", "server.tls.certificate: \"\" is not a valid path"),
    (
        "[server.limits]\nconnections = -1",
        "server.limits.connections: -1 is out of range; use an integer between 1 and 1000000, or 0 to switch it off",
    ),
    ("[server.limits]\nidle_seconds = 86401", "server.limits.idle_seconds: 86401 is out of range"),
    ("[server.limits]\nheader = 1", "server.limits.header: unknown key"),
    ("server = 7", "server: wrong type: found integer `7`, expected a section"),
];

#[test]
fn every_error_is_one_line_that_names_the_key() {
    for (text, expected) in INVALID_FILES {
        let line = load_error(text);
        assert!(line.starts_with(expected), "{text:?} gave {line:?}, expected {expected:?}");
        assert!(!line.contains('\n') && !line.contains("hunter2"), "{line:?}");
    }
}

#[test]
fn invalid_environment_value_names_key_and_source() {
    let sources = Sources::default().with_environment([("STORMWIRE__TILES__VIEWPORT_CAP".into(), "many".into())]);
    let line = Config::load(&sources).expect_err("not a number").to_string();
    assert_eq!(line, "tiles.viewport_cap: wrong type: found string \"many\", expected an integer (in environment)");
}

#[test]
fn rejects_unknown_stormwire_variables() {
    for name in ["STORMWIRE__SERVER__LISEN", "STORMWIRE__NONSENSE", "STORMWIRE____"] {
        let sources = Sources::default().with_environment([(name.to_owned(), "x".into())]);
        assert!(Config::load(&sources).is_err(), "{name}");
    }
}

#[test]
fn names_the_missing_file() {
    let error = Sources::from_file(Some(Path::new("no/such.toml"))).expect_err("no such file");
    assert!(error.to_string().starts_with("cannot read no/such.toml: "), "{error}");
}

#[test]
fn crs_may_be_a_code_and_its_error_gives_codes_that_are_accepted() {
    for code in ["EPSG:2225", "epsg:3735", "ESRI:102629", "EPSG:26916"] {
        let city = load(&format!("[city]\ncrs = {code:?}")).unwrap().city;
        assert!(city.configured.crs && city.bounds.is_some(), "{code}");
    }
    let line = load_error("[city]\ncrs = \"EPSG:9999\"");
    assert!(line.starts_with("city.crs: unknown coordinate system \"EPSG:9999\"; use the code of"), "{line}");
    assert!(line.contains("EPSG:2225") && line.contains("https://epsg.io"), "{line}");
}

/// Each key with the name of its section, such as `("server.limits", "connections")`.
fn documented_keys() -> Vec<(String, &'static str)> {
    fn collect(section: &str, kind: KeyKind, found: &mut Vec<(String, &'static str)>) {
        let KeyKind::Section(keys) = kind else { return };
        for (name, kind) in keys {
            if matches!(kind, KeyKind::Section(_)) {
                let below = if section.is_empty() { name.to_owned() } else { format!("{section}.{name}") };
                collect(&below, kind, found);
            } else {
                found.push((section.to_owned(), name));
            }
        }
    }
    let mut found = Vec::new();
    collect("", RawConfig::kind(), &mut found);
    found
}

/// The lines below a heading, up to the next line that starts like a heading.
fn lines_below<'a>(text: &'a str, heading: String, next: &'a str) -> impl Iterator<Item = &'a str> {
    text.lines()
        .skip_while(move |line| !line.starts_with(&heading))
        .skip(1)
        .take_while(move |line| !line.starts_with(next))
}

#[test]
fn every_key_is_in_the_reference_and_in_the_example() {
    let reference = include_str!("../../../../docs/guide/reference/configuration.md");
    let example = include_str!("../../../../docs/stormwire.example.toml").replace("# [", "[").replace("\n# ", "\n");
    for (section, key) in documented_keys() {
        let row = format!("| `{key}` |");
        let mut rows = lines_below(reference, format!("## {section}"), "## ");
        assert!(rows.any(|line| line.starts_with(&row)), "{section}.{key} is not in the reference");
        let mut lines = lines_below(&example, format!("[{section}]"), "[");
        let is_key = |line: &str| {
            let name = line.split_once(" = ").map_or("", |(name, _)| name);
            name == key || name.strip_suffix("_file") == Some(key)
        };
        assert!(lines.any(is_key), "{section}.{key} is not in the example");
    }
}
