import { useState } from 'react'
import type { Column } from './column.ts'

/** A column that can be hidden and moved. */
export interface ChoosableColumn<T> extends Column<T> {
  /** Id in the device's storage. */
  id: string
  /** Hidden until chosen. */
  off?: boolean
}

/** A person's choice. Columns missing in `order` are newer. */
interface Choice {
  order: string[]
  hidden: string[]
}

export interface Columns<T> {
  /** Columns to draw: the chosen ones, then buttons. */
  shown: Column<T>[]
  /** All columns to choose from, in order. */
  all: ChoosableColumn<T>[]
  isShown: (id: string) => boolean
  toggle: (id: string) => void
  /** Orders all columns. */
  arrange: (ids: string[]) => void
  /** Restores the usual columns; undefined: they are. */
  reset: (() => void) | undefined
}

/** The columns of the list `name` as this device remembers them. `actions` always come last. */
export function useColumns<T>(name: string, usual: ChoosableColumn<T>[], actions?: Column<T>): Columns<T> {
  const key = `portico.columns.${name}`
  const [choice, setChoice] = useState(() => readChoice(localStorage.getItem(key)))
  const { all, shown } = arranged(usual, choice)
  const isShown = (id: string): boolean => shown.some((column) => column.id === id)
  const keep = (order: string[], isHidden: (id: string) => boolean): void => {
    const next = { order, hidden: order.filter(isHidden) }
    localStorage.setItem(key, JSON.stringify(next))
    setChoice(next)
  }
  const reset = (): void => {
    localStorage.removeItem(key)
    setChoice(undefined)
  }
  return {
    shown: actions ? [...shown, actions] : shown,
    all,
    isShown,
    toggle: (id) =>
      keep(
        all.map((column) => column.id),
        (one) => (one === id ? isShown(one) : !isShown(one)),
      ),
    arrange: (order) => keep(order, (id) => !isShown(id)),
    reset: choice && reset,
  }
}

/** The usual columns as chosen. A newer one stands after the column it usually follows. */
export function arranged<C extends { id: string; off?: boolean }>(usual: C[], choice: Choice | undefined): { all: C[]; shown: C[] } {
  if (!choice) return { all: usual, shown: usual.filter((column) => !column.off) }
  const { order, hidden } = choice
  const all = order.flatMap((id) => usual.filter((column) => column.id === id))
  for (const [i, column] of usual.entries()) {
    if (order.includes(column.id)) continue
    const before = usual[i - 1]
    all.splice(before ? all.indexOf(before) + 1 : 0, 0, column)
  }
  return { all, shown: all.filter(({ id, off }) => (order.includes(id) ? !hidden.includes(id) : !off)) }
}

/** A stored choice; undefined: unreadable. */
export function readChoice(stored: string | null): Choice | undefined {
  try {
    const { order, hidden } = JSON.parse(stored ?? '{}') as Partial<Choice>
    return Array.isArray(order) && Array.isArray(hidden) ? { order, hidden } : undefined
  } catch {
    return undefined
  }
}
