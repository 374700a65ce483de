import { type RefObject, useEffect, useEffectEvent } from 'react'
import { isTaken } from '../../app/keys/is-taken.ts'
import { createStore } from '../../store.ts'

/** Acts that keys ask of the shown ticket. */
export type PaneAct = 'reply' | 'note' | 'assign' | 'close'
/** The last act that was asked for. `n` tells two of the same apart. */
export const askedAct = createStore<{ act: PaneAct; ticket: number; n: number } | null>(null)

const ACTS: Record<string, PaneAct> = { r: 'reply', n: 'note', a: 'assign', c: 'close' }

interface Keys {
  list: RefObject<HTMLUListElement | null>
  opened: number | undefined
  onOpen: (ticket: number) => void
}

/** j and k move in the list, o opens; r, n, a and c act on the opened ticket, or open the one in focus first. Never while typing. */
export function useInboxKeys({ list, opened, onOpen }: Keys): void {
  const ask = (act: PaneAct, ticket: number | undefined): void => {
    if (ticket === undefined) return
    if (ticket !== opened) onOpen(ticket)
    askedAct.set((last) => ({ act, ticket, n: (last?.n ?? 0) + 1 }))
  }
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (isTaken(event)) return
    const key = event.key.toLowerCase()
    const rows = [...(list.current?.querySelectorAll<HTMLElement>('[data-ticket]') ?? [])]
    const focused = rows.findIndex((row) => row === document.activeElement)
    const at = focused >= 0 ? focused : rows.findIndex((row) => idOf(row) === opened)
    const act = ACTS[key]
    if (key === 'j') focusRow(rows[Math.min(at + 1, rows.length - 1)])
    else if (key === 'k') focusRow(rows[Math.max(at - 1, 0)])
    else if (key === 'o' && at >= 0) onOpen(idOf(rows[at]))
    else if (act) ask(act, focused >= 0 ? idOf(rows[focused]) : opened)
    else return
    event.preventDefault()
  })
  useEffect(() => {
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
}

function focusRow(row: HTMLElement | undefined): void {
  row?.focus()
  row?.scrollIntoView({ block: 'nearest' })
}

function idOf(row: HTMLElement | undefined): number {
  return Number(row?.dataset['ticket'])
}
