-- What a retry must know of an effect: whose intent it was, and under which key the request went out.

alter table it.WorkflowEffect
    add column WorkflowRunId varchar(36) not null default '',
    add column EffectKey varchar(64) not null default '';
create index WorkflowEffect_Output on it.WorkflowEffect (FinishedAt) where Output is not null;
