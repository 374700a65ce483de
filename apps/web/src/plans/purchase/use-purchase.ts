import type { Wanted } from '@portico/contract/orders'
import type { Period } from '@portico/contract/periods'
import { useEffect, useState } from 'react'
import { type Placing, usePlaceOrder } from '../../orders/use-place-order.ts'
import { type LiveQuote, useQuote } from '../../orders/use-quote.ts'
import { useWay, type Ways } from '../../payments/use-way.ts'

export interface Purchase {
  live: LiveQuote
  placing: Placing
  ways: Ways
  coupon: {
    /** Code accepted by a quote; null: none. */
    applied: string | null
    error: string | null
    checking: boolean
    apply: (code: string) => void
    remove: () => void
  }
  useBalance: boolean
  setUseBalance: (use: boolean) => void
}

/** A purchase in preparation: its coupon, its balance, its cost and how to pay it. `possible`: whether there is anything to quote. */
export function usePurchase(planId: number, period: Period, possible: boolean): Purchase {
  const [asked, setAsked] = useState<string | null>(null)
  const [proven, setProven] = useState<string | null>(null)
  const [refusal, setRefusal] = useState<string | null>(null)
  const [useBalance, setUseBalance] = useState(true)
  const wanted: Wanted = { plan_id: planId, period, use_balance: useBalance, ...(asked === null ? {} : { coupon_code: asked }) }
  const live = useQuote(possible ? wanted : null)
  const placing = usePlaceOrder(live.renew)
  const ways = useWay(live.quote?.methods ?? [])

  const { error, isCurrent } = live
  const refused = asked !== null && error?.code.startsWith('coupon.') ? error.message : null
  // A coupon that does not fit is dropped, even if it fitted another plan or period.
  useEffect(() => {
    if (refused === null) return
    setRefusal(refused)
    setAsked(null)
  }, [refused])
  useEffect(() => {
    if (isCurrent) setProven(asked)
  }, [isCurrent, asked])

  const ask = (code: string | null): void => {
    setRefusal(null)
    setAsked(code)
  }
  const coupon = {
    applied: asked !== null && asked === proven ? asked : null,
    error: refusal,
    checking: asked !== null && asked !== proven,
    apply: ask,
    remove: () => ask(null),
  }
  return { live: refused === null ? live : { ...live, error: null }, placing, ways, coupon, useBalance, setUseBalance }
}
