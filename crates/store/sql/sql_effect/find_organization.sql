select Output as output from organization.WorkflowEffect where EffectKey = $1
