import type { ReactNode } from 'react'
import { createStore } from './store.ts'

export interface ToastInput {
  kind: 'success' | 'info' | 'warning' | 'error'
  title?: string
  /** Text of the message, or a node with an action. */
  message: ReactNode
  /** Milliseconds the message stays; default three seconds. */
  ms?: number
}
export interface Toast extends ToastInput {
  id: number
}

export const toasts = createStore<Toast[]>([])
const KEPT = 'portico.toasts'
let last = 0

/** Shows a short message in the corner for three seconds or `ms`, unless the same message is already there. */
export function showToast(input: ToastInput): void {
  const same = toasts.get().some((n) => n.kind === input.kind && n.title === input.title && n.message === input.message)
  if (same) return
  last += 1
  const toast = { ...input, id: last }
  toasts.set((all) => [...all.slice(-3), toast])
  setTimeout(() => closeToast(toast.id), input.ms ?? 3000)
}

export function closeToast(id: number): void {
  toasts.set((all) => all.filter((toast) => toast.id !== id))
}

/** Keeps what is shown for the next page, where that is another document. A message with an action ends with its page. */
export function keepToasts(): void {
  const texts = toasts.get().filter(({ message }) => typeof message === 'string')
  if (texts.length > 0) sessionStorage.setItem(KEPT, JSON.stringify(texts))
}

/** Shows what the page before has kept. */
export function showKeptToasts(): void {
  // Written above.
  const kept = JSON.parse(sessionStorage.getItem(KEPT) ?? '[]') as ToastInput[]
  sessionStorage.removeItem(KEPT)
  kept.forEach(showToast)
}
