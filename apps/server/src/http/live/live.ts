import { isConsole, meets } from '@portico/contract/access'
import type { AnyEndpoint } from '@portico/contract/endpoint'
import { followLive, MOST_STREAMS } from '@portico/contract/live'
import { actingIn } from '../../actor.ts'
import type { App } from '../../app.ts'
import { AppError } from '../../errors.ts'
import { parseInput, toFailure } from '../answer.ts'
import { refuseUnusable } from '../body.ts'
import { serveEvents } from '../events.ts'
import { eventStreams } from './event-streams.ts'
import type { Request, Router } from '../router.ts'

type Live = { stream: string; event: unknown; status: number | null }
type Asked = Pick<Request<never, never, never>, 'caller' | 'origin'>

/** Binds the stream that holds others. One that is refused or fails says so, and the rest go on. */
export function liveRoutes(router: Router, app: App): void {
  serveEvents(router, app, followLive, (request, ended) => {
    const addresses = addressesIn(request.query.streams)
    return merged(addresses.map((address) => eventsOf(app, request, address, ended)))
  })
}

function addressesIn(text: string): string[] {
  let given: unknown
  try {
    given = JSON.parse(text)
  } catch {
    given = null
  }
  const isFit = Array.isArray(given) && given.length > 0 && given.length <= MOST_STREAMS
  if (!isFit || !(given as unknown[]).every((one) => typeof one === 'string')) throw new AppError('not_found')
  return [...new Set(given as string[])]
}

async function* eventsOf(app: App, request: Asked, address: string, ended: AbortSignal): AsyncGenerator<Live> {
  try {
    const { e, events } = open(app, request, address, ended)
    for await (const event of events) yield { stream: address, event: e.response.parse(event), status: null }
    yield { stream: address, event: null, status: 200 }
  } catch (error) {
    const { status, log } = toFailure(error, request.origin.language)
    if (log) app.log[log]({ err: error }, 'an event stream failed')
    yield { stream: address, event: null, status }
  }
}

/** Opens one stream with the checks that it has alone. */
function open(app: App, request: Asked, address: string, ended: AbortSignal): { e: AnyEndpoint; events: AsyncGenerator } {
  const [path = '', search = ''] = address.split('?')
  const found = eventStreams(app).get(path)
  if (!found || found.e.path === followLive.path) throw new AppError('not_found')
  const { e, handler } = found
  const { caller, origin } = request
  if (isConsole(e.access) && !meets(caller.permissions, e.access)) throw new AppError('not_found')
  const given = Object.fromEntries(new URLSearchParams(search))
  refuseUnusable(given)
  const query = e.query && parseInput(e.query, given, origin.language)
  const events = handler({ ...request, caller: { ...actingIn(caller, e), asMember: !isConsole(e.access) }, query }, ended)
  return { e, events }
}

/** What several sources send, as it comes. Ends with the last of them. */
async function* merged<T>(sources: AsyncGenerator<T>[]): AsyncGenerator<T> {
  const ask = async (source: AsyncGenerator<T>) => ({ source, next: await source.next() })
  const waiting = new Map(sources.map((source) => [source, ask(source)]))
  try {
    while (waiting.size > 0) {
      const { source, next } = await Promise.race(waiting.values())
      if (next.done) {
        waiting.delete(source)
      } else {
        waiting.set(source, ask(source))
        yield next.value
      }
    }
  } finally {
    for (const source of waiting.keys()) void source.return(undefined)
  }
}
