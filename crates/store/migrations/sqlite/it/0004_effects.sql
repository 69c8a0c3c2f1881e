-- What a retry must know of an effect: whose intent it was, and under which key the request went out.

alter table WorkflowEffect add column WorkflowRunId varchar(36) not null default '' check (length(WorkflowRunId) <= 36);
alter table WorkflowEffect add column EffectKey varchar(64) not null default '' check (length(EffectKey) <= 64);
create index WorkflowEffect_Output on WorkflowEffect (FinishedAt) where Output is not null;
