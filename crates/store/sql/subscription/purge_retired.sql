delete from it.RetiredSubscription where RetiredAt <= $1
