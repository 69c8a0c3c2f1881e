-- Whoever has read strikes reads only the newer ones later, as long as nothing that was read is another now. What is gone shows in the
-- count of the rows; what was changed, or written under a number of the writer's choice (perhaps over another row), is counted here.
-- PostgreSQL keeps in each row which transaction wrote it.
create table StrikeEdit (
    Edits integer not null
);
insert into StrikeEdit (Edits) values (0);

create trigger StrikeChanged after update on LightningStrike begin
    update StrikeEdit set Edits = Edits + 1;
end;

-- A number that the database will choose is -1 here.
create trigger StrikeNumbered before insert on LightningStrike when new.Id <> -1 begin
    update StrikeEdit set Edits = Edits + 1;
end;
