select Position as position from it.OperatorMailSlot where Reason = $1
