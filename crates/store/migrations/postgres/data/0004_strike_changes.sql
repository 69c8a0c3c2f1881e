-- Every statement that writes strikes is counted here, so that a check for changes does not visit the strikes themselves.
-- The sums of the rows count: whichever transaction commits first, each adds to what others see. A row per statement, and
-- not one counter, because writers would wait for each other. Old rows are merged from time to time.
create table data.StrikeEdit (
    Id bigint generated always as identity primary key,
    -- Statements that wrote strikes.
    Changes bigint not null,
    -- Those of them that updated or deleted strikes.
    Edits bigint not null
);

-- Runs with the rights of its owner: a program that loads strikes needs no right on the table of changes.
create function data.CountStrikeChange() returns trigger language plpgsql security definer set search_path = '' as $$
begin
    insert into data.StrikeEdit (Changes, Edits) values (1, case when TG_OP = 'INSERT' then 0 else 1 end);
    return null;
end
$$;

-- A merge of strikes that are all new updates no row, which is no edit.
create function data.CountStrikeUpdate() returns trigger language plpgsql security definer set search_path = '' as $$
begin
    if exists (select from updated) then
        insert into data.StrikeEdit (Changes, Edits) values (1, 1);
    end if;
    return null;
end
$$;

create trigger StrikeInserted after insert on data.LightningStrike
    for each statement execute function data.CountStrikeChange();
create trigger StrikeUpdated after update on data.LightningStrike referencing old table as updated
    for each statement execute function data.CountStrikeUpdate();
create trigger StrikeDeleted after delete or truncate on data.LightningStrike
    for each statement execute function data.CountStrikeChange();

-- Also for rows that replication writes.
alter table data.LightningStrike enable always trigger StrikeInserted;
alter table data.LightningStrike enable always trigger StrikeUpdated;
alter table data.LightningStrike enable always trigger StrikeDeleted;
