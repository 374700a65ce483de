import { createStore } from './store.ts'

export interface NoticeInput {
  kind: 'success' | 'info' | 'warning' | 'error'
  title?: string
  message: string
}
export interface Notice extends NoticeInput {
  id: number
}

export const notices = createStore<Notice[]>([])
let last = 0

/** Shows a short message in the corner for three seconds, unless the same message is already there. */
export function showNotice(input: NoticeInput): void {
  const same = notices.get().some((n) => n.kind === input.kind && n.title === input.title && n.message === input.message)
  if (same) return
  last += 1
  const notice = { ...input, id: last }
  notices.set((all) => [...all.slice(-3), notice])
  setTimeout(() => closeNotice(notice.id), 3000)
}

export function closeNotice(id: number): void {
  notices.set((all) => all.filter((notice) => notice.id !== id))
}
