import { lookup } from 'node:dns'
import { type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import type { LookupFunction } from 'node:net'
import { Readable } from 'node:stream'
import { isAllowed, isPrivate, literalAddress, placeOf } from './private-addresses.ts'

/** The address is on this machine or in a private network, and not allowed. */
export class PrivateAddress extends Error {
  constructor(url: URL) {
    super(`${placeOf(url)} is a private address that ALLOW_PRIVATE_ADDRESSES does not name`)
  }
}

const WITHOUT_BODY = [204, 205, 304]

/**
 * `fetch` for addresses that an operator entered. Refuses private ones. What is checked is the address that is connected to: a name that
 * leads elsewhere a moment later gains nothing. Follows no redirect: throws on one, or returns it with `redirect: 'manual'`.
 */
export async function callOut(input: string | URL | Request, init: RequestInit = {}): Promise<Response> {
  const request = new Request(input, init)
  const url = new URL(request.url)
  const literal = literalAddress(url)
  if (literal !== null && isPrivate(literal) && !isAllowed(url)) throw new TypeError('fetch failed', { cause: new PrivateAddress(url) })
  const body = request.body === null ? null : Buffer.from(await request.arrayBuffer())
  const answer = await send(url, request, body)
  const status = answer.statusCode ?? 0
  if (request.redirect !== 'manual' && status >= 300 && status < 400 && answer.headers.location !== undefined) {
    answer.destroy()
    throw new TypeError('fetch failed', { cause: new Error('unexpected redirect') })
  }
  const hasBody = !WITHOUT_BODY.includes(status)
  if (!hasBody) answer.resume()
  return new Response(hasBody ? (Readable.toWeb(answer) as ReadableStream) : null, { status, headers: headersOf(answer) })
}

function send(url: URL, { method, headers, signal }: Request, body: Buffer | null): Promise<IncomingMessage> {
  const start = url.protocol === 'https:' ? requestHttps : requestHttp
  const usual = { accept: '*/*', 'user-agent': 'node', ...(body && { 'content-length': String(body.length) }) }
  return new Promise((done, failed) => {
    const call = start(url, { method, headers: { ...usual, ...Object.fromEntries(headers) }, lookup: lookupFor(url), signal })
    call.on('response', done)
    call.on('error', (error) => failed(signal.aborted ? signal.reason : new TypeError('fetch failed', { cause: error })))
    call.end(body ?? undefined)
  })
}

/** Looks up the addresses that the connection uses; refuses a name if one of them is private. */
function lookupFor(url: URL): LookupFunction {
  return (hostname, options, done) => {
    lookup(hostname, { ...options, all: true }, (error, found) => {
      if (error) return done(error, [])
      if (!isAllowed(url) && found.some(({ address }) => isPrivate(address))) return done(new PrivateAddress(url), [])
      if (options.all) return done(null, found)
      done(null, found[0]?.address ?? '', found[0]?.family)
    })
  }
}

function headersOf({ rawHeaders }: IncomingMessage): Headers {
  const headers = new Headers()
  for (let at = 0; at < rawHeaders.length; at += 2) headers.append(rawHeaders[at] ?? '', rawHeaders[at + 1] ?? '')
  return headers
}
