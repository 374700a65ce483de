import { readCookie } from '../cookies.ts'

const KEY = 'portico.grammar'

interface Kept {
  text: string
  /** Author; '': a visitor. */
  by: string
  /** The visitor wanted it checked and had to log in first. */
  waits: boolean
}

const reader = (): string => readCookie('username') ?? ''

/** Keeps the text in this tab, through a login or a reload. */
export function keepText(text: string, waits = false): void {
  if (text === '') sessionStorage.removeItem(KEY)
  else sessionStorage.setItem(KEY, JSON.stringify({ text, by: reader(), waits } satisfies Kept))
}

/** The kept text: of a visitor, or of the member who is signed in now. `waits`: it is to be checked; said once. */
export function readText(): { text: string; waits: boolean } {
  const kept = parse(sessionStorage.getItem(KEY))
  if (!kept || (kept.by !== '' && kept.by !== reader())) return { text: '', waits: false }
  if (kept.waits && reader() !== '') keepText(kept.text)
  return { text: kept.text, waits: kept.waits && reader() !== '' }
}

function parse(stored: string | null): Kept | null {
  try {
    const read: unknown = JSON.parse(stored ?? 'null')
    return typeof read === 'object' && read !== null && 'text' in read && typeof read.text === 'string' ? (read as Kept) : null
  } catch {
    return null
  }
}
