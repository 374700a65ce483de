import { AsyncLocalStorage } from 'node:async_hooks'

/**
 * Purposes of database work, each with connections of its own (`rations.ts`). `console`: staff's reads and downloads. `spare`: work that
 * holds a connection already, and probes.
 */
export type Purpose = 'money' | 'nodes' | 'members' | 'jobs' | 'console' | 'spare'

/** The call that a statement belongs to. */
type Call = {
  purpose: Purpose
  /** Aborts when nobody waits for the call's reads; null: they run to their end. */
  left: AbortSignal | null
  /** The transaction whose connection the call holds. */
  held: { isOpen: boolean } | null
  /** Milliseconds that the call waits for a database that is away. The pool may wait less. */
  patienceMs: number
  /** Marks of what the call commits; null: its caller gave no key. */
  marks: Marks | null
}

/** Notes each commit of a call in its own transaction, so that a commit whose answer was lost can be looked up. */
export type Marks = {
  /** Adds a mark. Throws if the call may not commit any more. */
  add: (query: (asked: { text: string; values: unknown[] }) => Promise<{ rowCount: number | null }>) => Promise<string>
  /** Whether the commit with this mark arrived, although it failed with that error. */
  hasLanded: (mark: string, error: unknown) => Promise<boolean>
}

const calls = new AsyncLocalStorage<Call>()
const OUTSIDE: Call = { purpose: 'members', left: null, held: null, patienceMs: Infinity, marks: null }
/** For those who have something else to say. */
const HURRY_MS = 300

export function currentCall(): Call {
  return calls.getStore() ?? OUTSIDE
}

/** Runs work, and all that it starts, under a purpose. Purposes are chosen where a call enters; verbs know nothing of them. */
export function inPurpose<T>(purpose: Purpose, work: () => T): T {
  return calls.run({ ...currentCall(), purpose }, work)
}

/** Runs work that hardly waits for a database that is away: it has another answer. */
export function inHurry<T>(work: () => PromiseLike<T>): Promise<T> {
  return during({ ...currentCall(), patienceMs: HURRY_MS }, work)
}

/** Runs work whose reads are given up when the signal aborts. Writes are not. */
export function whileWanted<T>(wanted: AbortSignal, work: () => PromiseLike<T>): Promise<T> {
  const call = currentCall()
  return during({ ...call, left: call.left ? AbortSignal.any([call.left, wanted]) : wanted }, work)
}

/** Runs work whose result others wait for too: it goes on if the caller leaves. */
export function forAll<T>(work: () => PromiseLike<T>): Promise<T> {
  return during({ ...currentCall(), left: null, held: null, marks: null }, work)
}

/** Runs shared work in the context where `forMany` was called, not in that of the caller. */
export function forMany(): <T>(work: () => PromiseLike<T>) => Promise<T> {
  const { purpose } = currentCall()
  return (work) => during({ ...OUTSIDE, purpose }, work)
}

export function withMarks<T>(marks: Marks, work: () => Promise<T>): Promise<T> {
  return during({ ...currentCall(), marks }, work)
}

/** Runs statements of the marks themselves. */
export function unmarked<T>(work: () => PromiseLike<T>): Promise<T> {
  return during({ ...currentCall(), marks: null }, work)
}

/** Work during which the caller holds a connection. */
export async function holding<T>(work: () => Promise<T>): Promise<T> {
  const held = { isOpen: true }
  try {
    return await during({ ...currentCall(), held }, work)
  } finally {
    held.isOpen = false
  }
}

function during<T>(call: Call, work: () => PromiseLike<T>): Promise<T> {
  // Awaited inside: Drizzle sends a query only when it is awaited.
  return calls.run(call, async () => {
    const result = await work()
    return result
  })
}
