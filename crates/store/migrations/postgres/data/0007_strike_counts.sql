-- From here on Changes counts inserted strikes, and still 1 for a statement that updates or deletes strikes. So the sum of
-- Changes without Edits says how many strikes were inserted, and a reader that knows some strikes proves with it that all
-- others have higher ids, without visiting those that it knows. Merged records keep both sums.
create function data.CountStrikeInsert() returns trigger language plpgsql security definer set search_path = '' as $$
declare
    Strikes bigint := (select count(*) from inserted);
begin
    if Strikes > 0 then
        insert into data.StrikeEdit (Changes, Edits) values (Strikes, 0);
        if coalesce(current_setting('stormwire.sends_hints', true), '') <> 'on' then
            perform pg_notify('stormwire', 'data');
        end if;
    end if;
    return null;
end
$$;

-- Replaced, not dropped: dropping a trigger waits for everyone who reads strikes and makes all others wait behind it.
create or replace trigger StrikeInserted after insert on data.LightningStrike referencing new table as inserted
    for each statement execute function data.CountStrikeInsert();
-- Also in sessions whose session_replication_role is replica. Logical replication runs triggers for rows only, so strikes that it
-- applies are not counted; it is not supported for this table.
alter table data.LightningStrike enable always trigger StrikeInserted;
