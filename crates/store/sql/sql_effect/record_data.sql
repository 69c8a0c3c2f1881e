insert into data.WorkflowEffect (EffectKey, At, Output) values ($1, $2, $3)
on conflict (EffectKey) do update set At = excluded.At, Output = excluded.Output
