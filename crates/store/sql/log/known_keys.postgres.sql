select MessageKey as message_key from it.MailboxWatcherLog
where MailboxWatcherJobId = $1 and MessageKey in (select jsonb_array_elements_text($2::text::jsonb))
