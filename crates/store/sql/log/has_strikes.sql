select NewestStrikeAt is not null as has_strikes from it.MailboxWatcherLog where Id = $1
