select State as state from it.MailingList where ListKey = $1
