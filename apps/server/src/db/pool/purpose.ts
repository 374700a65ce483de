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
}

const calls = new AsyncLocalStorage<Call>()
const OUTSIDE: Call = { purpose: 'members', left: null, held: null }

export function currentCall(): Call {
  return calls.getStore() ?? OUTSIDE
}

/** Runs work, and all that it starts, under a purpose. Purposes are chosen where a call enters; verbs know nothing of them. */
export function inPurpose<T>(purpose: Purpose, work: () => T): T {
  return calls.run({ ...currentCall(), purpose }, work)
}

/** Runs work whose reads are given up when the signal aborts. Writes are not. */
export function whileWanted<T>(wanted: AbortSignal, work: () => PromiseLike<T>): Promise<T> {
  const call = currentCall()
  return during({ ...call, left: call.left ? AbortSignal.any([call.left, wanted]) : wanted }, work)
}

/** Runs work whose result others wait for too: it goes on if the caller leaves. */
export function forAll<T>(work: () => PromiseLike<T>): Promise<T> {
  return during({ ...currentCall(), left: null, held: null }, work)
}

/** Runs shared work in the context where `forMany` was called, not in that of the caller. */
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
