-- Programs that load strikes wake the services: one notification per transaction, whatever the number of its statements.
-- A service sends its own after the commit (sessions with stormwire.sends_hints), because a commit with a notification waits
-- for all others that have one.
create or replace function data.CountStrikeChange() returns trigger language plpgsql security definer set search_path = '' as $$
begin
    insert into data.StrikeEdit (Changes, Edits) values (1, case when TG_OP = 'INSERT' then 0 else 1 end);
    if coalesce(current_setting('stormwire.sends_hints', true), '') <> 'on' then
        perform pg_notify('stormwire', 'data');
    end if;
    return null;
end
$$;

create or replace function data.CountStrikeUpdate() returns trigger language plpgsql security definer set search_path = '' as $$
begin
    if exists (select from updated) then
        insert into data.StrikeEdit (Changes, Edits) values (1, 1);
        if coalesce(current_setting('stormwire.sends_hints', true), '') <> 'on' then
            perform pg_notify('stormwire', 'data');
        end if;
    end if;
    return null;
end
$$;
