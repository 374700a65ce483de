import { isConsole } from '@portico/contract/access'
import type { AnyEndpoint } from '@portico/contract/endpoint'
import type { HttpBindings } from '@hono/node-server'
import { currentCall, inPurpose, type Purpose, whileWanted } from '../db/pool/purpose.ts'
import { AppError } from '../errors.ts'

type Kind = Pick<AnyEndpoint, 'method' | 'access' | 'changesState'>
/** Missing where a test calls the router without a socket. */
type Asked = { env?: Partial<HttpBindings> }
export type RunCall = <T>(c: Asked, work: () => Promise<T>) => Promise<T>

const isRead = (e: Kind): boolean => e.method === 'GET' && e.changesState !== true

/**
 * Runs calls of an endpoint with the purpose of its database work: `console` for staff's reads, else the purpose under which it is bound.
 * Reads are given up when the caller leaves.
 */
export function withPurpose(e: Kind): RunCall {
  const { purpose } = currentCall()
  return withGivenPurpose(isRead(e) && isConsole(e.access) ? 'console' : purpose, isRead(e))
}

/** Like `withPurpose`, for a purpose that the endpoint does not tell. `isGivenUp`: reads end when the caller leaves. */
export function withGivenPurpose(purpose: Purpose, isGivenUp: boolean): RunCall {
  return (c, work) => inPurpose(purpose, isGivenUp ? () => whileWanted(leaving(c), work) : work)
}

/** A signal that aborts if the caller leaves before the answer. */
function leaving(c: Asked): AbortSignal {
  const gone = new AbortController()
  const answer = c.env?.outgoing
  answer?.once('close', () => answer.writableFinished || gone.abort(new AppError('server.busy')))
  return gone.signal
}
