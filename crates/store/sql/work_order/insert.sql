insert into it.WorkOrder (
    EffectKey, ServiceCode, Description, AddressString, Latitude, Longitude, Attributes, MailboxWatcherLogId, RequestedAt, UpdatedAt
)
values ($1, $2, $3, $4, cast($5 as decimal(9, 6)), cast($6 as decimal(9, 6)), $7, $8, $9, $9)
on conflict (EffectKey) do update set EffectKey = excluded.EffectKey
returning Id as id
