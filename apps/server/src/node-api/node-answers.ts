import type { IncomingHttpHeaders } from 'node:http'
import { isObject } from '@portico/contract/plain-object'
import type { Tagged } from '../nodes/served-users.ts'

/** A node's call as the server reads it. `body` is not read before the node has proved its identity. */
export type NodeRequest = {
  method: string
  action: string
  query: URLSearchParams
  headers: IncomingHttpHeaders
  body: (most?: number) => Promise<Buffer>
  /** Id of the call, the same when it is processed again. */
  ownKey: string
  receivedAt: Date
  address: string
  /** The caller's address as limits count it. */
  network: string
}
export type NodeAnswer = { status: number; headers: Record<string, string>; body: Buffer | string }

const JSON_TYPE = { 'content-type': 'application/json' }

export function json(value: object): NodeAnswer {
  return { status: 200, headers: JSON_TYPE, body: JSON.stringify(value) }
}

/** `message` ends up in the log of the node software. */
export function refusal(status: number, message: string): NodeAnswer {
  return { status, headers: JSON_TYPE, body: JSON.stringify({ message }) }
}

export const WRONG_ADDRESS = 'Calls of this node may not come from this address.'

/** Said to a program that has the old panel's token, which is switched off. */
export const OLD_TOKEN = 'The token of the old panel is switched off: give this node a secret of its own.'

export function wrongMethod(allow: string): NodeAnswer {
  return { ...refusal(405, `This call is a ${allow}.`), headers: { ...JSON_TYPE, allow } }
}

/** 304 when the caller has this version already. Proxies weaken tags, software drops the quotes, and lists are allowed. */
export function unlessKnown({ body, etag }: Tagged, known: string | undefined, type = JSON_TYPE['content-type']): NodeAnswer {
  const bare = (tag: string): string => tag.trim().replace(/^W\//, '').replaceAll('"', '')
  const isKnown = known !== undefined && (known === etag || known.split(',').some((tag) => bare(tag) === bare(etag)))
  return isKnown ? { status: 304, headers: { etag }, body: '' } : { status: 200, headers: { 'content-type': type, etag }, body }
}

/** The body as a JSON object; null when it is not one. */
export function parsed(body: Buffer): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(body.toString('utf8'))
    return isObject(value) ? value : null
  } catch {
    return null
  }
}

export function single(header: string | string[] | undefined): string | null {
  return (Array.isArray(header) ? header[0] : header) || null
}
