import { AsyncLocalStorage } from 'node:async_hooks'

/**
 * What work with the database is for. Each has connections that the others cannot take (`rations.ts`). `console`: what staff read, and
 * downloads. `spare`: work that holds a connection already, and probes.
 */
export type Purpose = 'money' | 'nodes' | 'members' | 'jobs' | 'console' | 'spare'

/** The call in which a statement is sent. */
type Call = {
  purpose: Purpose
  /** Aborted when nobody waits for what the call reads; null: it goes on to its end. */
  left: AbortSignal | null
  /** The transaction whose connection the call holds. */
  held: { isOpen: boolean } | null
}

const calls = new AsyncLocalStorage<Call>()
const OUTSIDE: Call = { purpose: 'members', left: null, held: null }

export function currentCall(): Call {
  return calls.getStore() ?? OUTSIDE
}

/** Does work for this purpose, with all that it starts. Decided where a call enters; verbs know nothing of it. */
export function inPurpose<T>(purpose: Purpose, work: () => T): T {
  return calls.run({ ...currentCall(), purpose }, work)
}

/** What the work reads is given up when the signal aborts. Its writes are not. */
export function whileWanted<T>(wanted: AbortSignal, work: () => PromiseLike<T>): Promise<T> {
  const call = currentCall()
  return during({ ...call, left: call.left ? AbortSignal.any([call.left, wanted]) : wanted }, work)
}

/** For work whose result others wait for too: it goes on when the caller who began it leaves. */
export function forAll<T>(work: () => PromiseLike<T>): Promise<T> {
  return during({ ...currentCall(), left: null, held: null }, work)
}

/** For work of many callers: does it as if where `forMany` was called, not where a caller began it. */
export function forMany(): <T>(work: () => PromiseLike<T>) => Promise<T> {
  const { purpose } = currentCall()
  return (work) => during({ ...OUTSIDE, purpose }, work)
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
