import { isConsole } from '@portico/contract/access'
import type { AnyEndpoint } from '@portico/contract/endpoint'
import type { HttpBindings } from '@hono/node-server'
import { currentCall, inPurpose, type Purpose, whileWanted } from '../db/pool/purpose.ts'
import { AppError } from '../errors.ts'

type Kind = Pick<AnyEndpoint, 'method' | 'access' | 'changesState'>
/** Missing where a test calls the router without a socket. */
type Asked = { env?: Partial<HttpBindings> }
export type Attend = <T>(c: Asked, work: () => Promise<T>) => Promise<T>

const isRead = (e: Kind): boolean => e.method === 'GET' && e.changesState !== true

/**
 * How calls of an endpoint use the database: what staff read as the console, all else for the purpose for which the endpoint is bound.
 * What a call reads is given up when its caller leaves.
 */
export function attending(e: Kind): Attend {
  const { purpose } = currentCall()
  return attendingFor(isRead(e) && isConsole(e.access) ? 'console' : purpose, isRead(e))
}

/** As `attending`, for another purpose. */
export function attendingFor(purpose: Purpose, isGivenUp: boolean): Attend {
  return (c, work) => inPurpose(purpose, isGivenUp ? () => whileWanted(leaving(c), work) : work)
}

/** Aborted when the caller goes away before they have their answer, which nobody reads then. */
function leaving(c: Asked): AbortSignal {
  const gone = new AbortController()
  const answer = c.env?.outgoing
  answer?.once('close', () => answer.writableFinished || gone.abort(new AppError('server.busy')))
  return gone.signal
}
