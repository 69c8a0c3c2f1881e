//! `stormwire doctor`: one page about an installation that can be sent to support. It has no secrets.

mod database;
mod machine;
mod section;

use super::config_options::ConfigOptions;
use super::ready::readiness;
use crate::output::print;
use anyhow::Result;
use section::Section;
use stormwire_city::config::Config;

pub(super) async fn run(options: &ConfigOptions) -> Result<()> {
    print(
        "Report for support. It has no passwords and no tokens; errors may quote parts of messages. Read it before you send it.\n",
    )?;
    let mut sections = vec![Section::new("Machine", Ok(machine::describe()))];
    let sources = options.sources();
    let masked = sources.as_ref().map_err(|error| anyhow::anyhow!("{error:#}"));
    sections.push(Section::new("Configuration", masked.and_then(|sources| Ok(sources.masked_lines()?))));
    match options.load_for_reading() {
        Ok(config) => {
            sections.push(Section::new("Service", service(&config).await));
            sections.push(Section::new("Disk", Ok(machine::disks(&config))));
            sections.extend(database::describe(&config).await);
        }
        Err(error) => sections.push(Section::new("Service", Err(error))),
    }
    print(&sections.iter().map(Section::render).collect::<String>())
}

async fn service(config: &Config) -> Result<Vec<String>> {
    let (status, body) = readiness(config).await?;
    Ok(vec![format!("/readyz: {status} {body}")])
}
