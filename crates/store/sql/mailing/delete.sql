delete from it.MailingList where ListKey = $1
