select Output as output from data.WorkflowEffect where EffectKey = $1
