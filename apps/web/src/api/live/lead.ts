import { followLive, MOST_STREAMS } from '@portico/contract/live'
import { ApiError } from '../call.ts'
import { ownEvents } from '../own-events.ts'
import type { Said } from './said.ts'

/** A tab that receives for all. `over` resolves when it stops. */
export type Leading = { want: (tab: string, streams: string[]) => void; stop: () => void; over: Promise<void> }
type Connection = { streams: Set<string>; latest: Map<string, unknown>; end: AbortController }

/** Time in which wishes of several tabs become one connection. */
const GATHER_MS = 50

/** Keeps one connection with all that tabs want, and says what comes. */
export function lead(say: (said: Said) => void): Leading {
  const wanted = new Map<string, string[]>()
  const stopped = new AbortController()
  let current: Connection | null = null
  let gathering: ReturnType<typeof setTimeout> | undefined

  function gather(): void {
    gathering = undefined
    const all = [...new Set([...wanted.values()].flat())]
    for (const stream of all.splice(MOST_STREAMS)) say({ kind: 'end', stream, status: 429 })
    const streams = new Set(all)
    if (streams.size === 0) return current?.end.abort()
    // What nobody wants any more goes with the next connection.
    if (current && [...streams].every((one) => current?.streams.has(one))) return
    const before = current
    current = { streams, latest: new Map(), end: new AbortController() }
    void receive(current, before)
  }

  /** The connection before stays until this one speaks, so that nothing is missed. */
  async function receive(own: Connection, before: Connection | null): Promise<void> {
    const left = AbortSignal.any([stopped.signal, own.end.signal])
    let status = 200
    try {
      const query = { streams: JSON.stringify([...own.streams]) }
      for await (const one of ownEvents(followLive, { query }, left, () => say({ kind: 'alive' }))) {
        before?.end.abort()
        if (one.status === null) {
          own.latest.set(one.stream, one.event)
          say({ kind: 'event', to: null, stream: one.stream, event: one.event })
        } else {
          own.streams.delete(one.stream)
          say({ kind: 'end', stream: one.stream, status: one.status })
        }
      }
    } catch (error) {
      status = error instanceof ApiError ? error.status : 0
    }
    before?.end.abort()
    if (current === own) current = null
    if (left.aborted) return
    for (const stream of own.streams) say({ kind: 'end', stream, status })
  }

  return {
    want(tab, streams) {
      const before = wanted.get(tab) ?? []
      if (streams.length > 0) wanted.set(tab, streams)
      else wanted.delete(tab)
      gathering ??= setTimeout(gather, GATHER_MS)
      // A tab that comes later starts with what is known.
      const { latest } = current ?? {}
      for (const stream of streams) {
        if (!before.includes(stream) && latest?.has(stream)) say({ kind: 'event', to: tab, stream, event: latest.get(stream) })
      }
    },
    stop() {
      clearTimeout(gathering)
      stopped.abort()
    },
    over: new Promise((done) => stopped.signal.addEventListener('abort', () => done())),
  }
}
