-- The strike of the message that was closest to a facility when its rows were written, and how far it was. The health of the
-- feed measures its position again, because facilities may be added and moved. Miles: null if there was no facility yet.
alter table MailboxWatcherLog add column ClosestStrikeLatitude real check (ClosestStrikeLatitude between -90 and 90);
alter table MailboxWatcherLog add column ClosestStrikeLongitude real check (ClosestStrikeLongitude between -180 and 180);
alter table MailboxWatcherLog add column ClosestStrikeMiles real check (ClosestStrikeMiles >= 0);
