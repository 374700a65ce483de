import type { PaymentChoice } from '@portico/contract/checkout'
import { useState } from 'react'
import type { Way } from './start-checkout.ts'

export interface Ways {
  methods: PaymentChoice[]
  /** Chosen or default method; undefined: none. */
  way: Way | undefined
  choose: (id: number) => void
  saveCard: (save: boolean) => void
}

/** A choice among payment methods, first of `start`, and whether to save the card. It survives a change of the methods. */
export function useWay(methods: PaymentChoice[], start = methods[0]): Ways {
  const [chosen, choose] = useState<number | null>(null)
  const [saves, saveCard] = useState(false)
  const method = methods.find(({ id }) => id === chosen) ?? start
  return { methods, way: method && { method, savesCard: method.can_save_card && saves }, choose, saveCard }
}
