import { lead, type Leading } from './lead.ts'
import type { Said } from './said.ts'

export type Listener = { onEvent: (event: unknown) => void; onAlive: () => void; onEnd: (status: number) => void }

const NAME = 'portico.live'
const tab = Math.random().toString(36).slice(2)
const listeners = new Map<string, Set<Listener>>()
/** The last event of each stream that this tab listens to. */
const latest = new Map<string, unknown>()
let channel: BroadcastChannel | null = null
let leading: Leading | null = null
/** Waits for the lock, or holds it; null: this tab wants nothing. */
let campaign: AbortController | null = null

addEventListener('pagehide', () => say({ kind: 'want', tab, streams: [] }))
addEventListener('pageshow', () => channel && wantNow())

/** Listens to a stream until the returned function is called. */
export function listen(stream: string, listener: Listener): () => void {
  join()
  const all = listeners.get(stream) ?? new Set()
  listeners.set(stream, all.add(listener))
  if (latest.has(stream)) listener.onEvent(latest.get(stream))
  else wantNow()
  return () => {
    if (!all.delete(listener) || all.size > 0 || listeners.get(stream) !== all) return
    listeners.delete(stream)
    latest.delete(stream)
    wantNow()
    if (listeners.size === 0) leave()
  }
}

/** Leads in place of a tab that stays silent. */
export function takeOver(): void {
  if (leading || !campaign) return
  stand({ steal: true })
}

function join(): void {
  if (channel) return
  channel = new BroadcastChannel(NAME)
  channel.addEventListener('message', ({ data }: MessageEvent<Said>) => hear(data))
  campaign = new AbortController()
  stand({ signal: campaign.signal })
}

function leave(): void {
  leading?.stop()
  campaign?.abort()
  channel?.close()
  leading = campaign = channel = null
}

/** Leads as soon as no other tab does, and for as long as this tab wants anything. */
function stand(options: LockOptions): void {
  const own = campaign
  const led = navigator.locks.request(NAME, options, async () => {
    if (own !== campaign || own === null) return
    leading = lead(say)
    say({ kind: 'who' })
    await leading.over
  })
  // Another tab took over, or this one left.
  led.catch(() => {
    if (own !== campaign || own === null || options.signal?.aborted) return
    leading?.stop()
    leading = null
    stand({ signal: own.signal })
  })
}

function wantNow(): void {
  say({ kind: 'want', tab, streams: [...listeners.keys()] })
}

/** Tells all tabs, this one too. */
function say(said: Said): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has one origin
  channel?.postMessage(said)
  hear(said)
}

function hear(said: Said): void {
  if (said.kind === 'who') return wantNow()
  if (said.kind === 'want') return leading?.want(said.tab, said.streams)
  if (said.kind === 'alive') {
    for (const one of [...listeners.values()].flatMap((all) => [...all])) one.onAlive()
    return
  }
  const heard = [...(listeners.get(said.stream) ?? [])]
  if (said.kind === 'end') {
    latest.delete(said.stream)
    for (const one of heard) one.onEnd(said.status)
  } else if (heard.length > 0 && (said.to === null || said.to === tab)) {
    latest.set(said.stream, said.event)
    for (const one of heard) one.onEvent(said.event)
  }
}
