-- The strike of the message that was closest to a facility when its rows were written, and how far it was. The health of the
-- feed measures its position again, because facilities may be added and moved. Miles: null if there was no facility yet.
alter table it.MailboxWatcherLog
    add column ClosestStrikeLatitude double precision check (ClosestStrikeLatitude between -90 and 90),
    add column ClosestStrikeLongitude double precision check (ClosestStrikeLongitude between -180 and 180),
    add column ClosestStrikeMiles double precision check (ClosestStrikeMiles >= 0);
