import { Tried } from '@portico/contract/connection-bundle'
import { who } from '../api/who.ts'

export const NOTHING_TRIED = { app: null, symptom: null, connection: null } as const

let done: string[] = []
// The next member on this device has tried nothing.
who.subscribe(() => {
  if (who.get() === null) done = []
})

/** Remembers until sign-out that the member took this kind of action. */
export function noteDone(kind: string): void {
  done = [...new Set([...done, kind])]
}

export function withDone(answers: Omit<Tried, 'done'>): Tried {
  return { ...answers, done }
}

/** The answers kept in the draft of a ticket; without any, only what the member did. */
export function readTried(kept: string): Tried {
  try {
    const read = Tried.safeParse(JSON.parse(kept))
    if (read.success) return read.data
  } catch {
    // Nothing was answered.
  }
  return withDone(NOTHING_TRIED)
}
