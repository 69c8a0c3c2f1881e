update it.MailboxWatcherLog set NotifiedAt = $2
where MailboxWatcherJobId = $1 and NotifiedAt is null
    and MessageKey in (select message ->> 'key' from jsonb_array_elements($3::text::jsonb) as message)
