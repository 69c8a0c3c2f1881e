select 'watchers' as name, count(*) as items from it.MailboxWatcherJob
union all select 'messages', count(*) from it.MailboxWatcherLog
union all select 'users', count(*) from it.UserAccount
union all select 'API tokens', count(*) from it.ApiToken
union all select 'credentials', count(*) from it.Credential
union all select 'strikes', count(*) from data.LightningStrike
union all select 'facilities', count(*) from organization.Facility
union all select 'aerial tiles', count(*) from organization.AerialTile
