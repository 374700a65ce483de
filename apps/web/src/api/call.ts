import { type CallInput, type Endpoint, urlOf } from '@portico/contract/endpoint'
import type { ErrorBody } from '@portico/contract/errors'
import { signedText } from '@portico/contract/signature'
import type * as z from 'zod/mini'
import { startLoading } from './loading.ts'
import { language, t } from '../i18n.ts'
import { loadSolver } from '../solve-challenge.ts'
import { showToast } from '../toast.ts'
import { confirmItIsYou } from './confirm.ts'
import { answered, lost, notAnswered } from './connection.ts'
import type { CallKey } from './encryption.ts'
import { clearSession, readToken, sessionLost, storeToken } from './session.ts'

const TIMEOUT_MS = 15_000
const AGAIN_MS = 500
const CRYPT_FLAG = 'portico.crypt'

/** A failed call. `status` 0: no answer came. `noticed`: the user has already seen a message. */
export class ApiError extends Error {
  readonly status: number
  readonly code: string
  readonly fields: Record<string, string[]>
  readonly details: unknown
  noticed = false
  constructor(status: number, body: Partial<ErrorBody>, options?: ErrorOptions) {
    super(body.message ?? '', options)
    this.status = status
    this.code = body.code ?? ''
    this.fields = body.errors ?? {}
    this.details = body.details
  }
}

export interface CallOptions {
  signal?: AbortSignal
  /** For polling: neither blocks the menu nor shows messages, except when the session has ended. */
  background?: boolean
  /** Shows no messages, as `background`, but counts as loading. */
  quiet?: boolean
  /** How long to wait for the answer. Raise it for large uploads. */
  timeoutMs?: number
  /** false: the caller handles `session.confirm_needed`. */
  confirms?: boolean
  /** Retries once, after a moment, if the connection broke before an answer came. Only for calls that change nothing. */
  again?: boolean
}

type Schema = z.ZodMiniType
export interface Parts {
  params?: Record<string, string | number>
  query?: Record<string, string | number | boolean | null | undefined>
  body?: Record<string, unknown>
}

let clockOffset = 0

// Leaving or reloading a page makes the browser cancel its calls. That is no failure, and it must not sign anyone out.
let leaving = false
addEventListener('beforeunload', () => {
  leaving = true
  // The user may still decide to stay.
  setTimeout(() => (leaving = false), 3000)
})
let encrypted = sessionStorage.getItem(CRYPT_FLAG) === '1'

/**
 * Calls one endpoint of the contract; rejects with an ApiError. The app's only `fetch` of an endpoint except for event streams and files.
 */
export async function call<P extends Schema, Q extends Schema, B extends Schema, R extends Schema>(
  e: Endpoint<P, Q, B, R>,
  input: CallInput<P, Q, B>,
  options: CallOptions = {},
): Promise<z.output<R>> {
  const done = options.background ? () => {} : startLoading()
  try {
    return (await attempt(e, input as Parts, options, true)) as z.output<R>
  } catch (error) {
    // The browser can cancel at any point, even while the answer is being read.
    if (leaving) return await new Promise(() => {})
    if (options.again && isCut(error)) {
      await new Promise((done) => setTimeout(done, AGAIN_MS))
      return await call(e, input, { ...options, again: false })
    }
    if (error instanceof ApiError && error.code === 'session.confirm_needed' && !options.background) {
      // A person who cancels has seen the dialog and needs no message. The form stays as it was.
      error.noticed = true
      done()
      if (options.confirms !== false && (await confirmItIsYou())) return await call(e, input, options)
      throw error
    }
    // That the server is away is said once, above the page, not for each list that looks for news.
    const isKnown = lost.get() && e.method === 'GET'
    if (error instanceof ApiError && !options.signal?.aborted) announce(error, isKnown || options.background || options.quiet)
    throw error
  } finally {
    done()
  }
}

/**
 * Whether the network, the stop button or a reload broke the call off. Our own timeout does not count.
 * A reload before the page has loaded fires no event, so `leaving` is not set.
 */
function isCut(error: unknown): boolean {
  return error instanceof ApiError && error.cause instanceof TypeError
}

async function attempt(e: { method: string; path: string }, input: Parts, options: CallOptions, mayRetry: boolean): Promise<unknown> {
  const { url, init, key } = await prepare(e, input)
  const response = await send(url, init, options)
  const renewed = response.headers.get('x-token')
  if (renewed) storeToken(renewed)
  const data = await read(response, key)
  if (data['webclose'] === 1 && !aimsAtConsole()) location.assign('/closed.html')
  if (response.ok) return data
  const error = new ApiError(response.status, data)
  if (mayRetry && canRepair(error)) return attempt(e, input, options, false)
  if (error.code === 'challenge.required' && !input.body?.['challenge'] && !options.background) {
    const { solve } = await loadSolver()
    const challenge = await solve(
      error.details,
      (path, query) => attempt({ method: 'GET', path }, { query }, options, true) as Promise<never>,
    )
    if (challenge) return attempt(e, { ...input, body: { ...input.body, challenge } }, options, true)
  }
  throw error
}

/** The signed request of a call. `key` decrypts its answer. */
export async function prepare(
  e: { method: string; path: string },
  input: Parts,
): Promise<{ url: string; init: RequestInit; key: CallKey | null }> {
  const { url, fields, body } = address(e, input)
  const key = encrypted ? await callKey() : null
  return { url, init: { method: e.method, headers: await headers(fields, body, key), ...(body === null ? {} : { body }) }, key }
}

function address({ method, path }: { method: string; path: string }, { params, query, body }: Parts) {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params?.[name] ?? '')))
  const pairs = Object.entries(query ?? {}).flatMap(([name, value]): [string, string][] => (value == null ? [] : [[name, String(value)]]))
  const search = pairs.length > 0 ? `?${new URLSearchParams(pairs)}` : ''
  const hasBody = method !== 'GET' && body !== undefined
  return {
    url: urlOf(filled) + search,
    fields: method === 'GET' ? pairs : (body ?? {}),
    body: hasBody ? JSON.stringify(body) : null,
  }
}

async function headers(fields: Record<string, unknown> | [string, unknown][], body: string | null, key: CallKey | null): Promise<Headers> {
  const timestamp = String(Date.now() + clockOffset)
  const secret = Array.from(crypto.getRandomValues(new Uint8Array(16)), hexOf).join('')
  const all = new Headers({
    'accept-language': language.get(),
    'x-timestamp': timestamp,
    'x-secret': secret,
  })
  const token = readToken()
  if (token) all.set('x-token', token)
  if (body !== null) all.set('content-type', 'application/json')
  if (key) all.set('x-crypt', key.publicKey)
  // Last: until then, everything is as it was when the call was made.
  all.set('x-sign', (await sha256(signedText(fields, secret, timestamp))).toUpperCase())
  return all
}

/** SHA-256 as lower-case hex. Browsers offer their own only on https and localhost; plain http must sign too. */
async function sha256(text: string): Promise<string> {
  if (!globalThis.isSecureContext) return (await import('./sha256.ts')).sha256Hex(text)
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return Array.from(new Uint8Array(digest), hexOf).join('')
}

const hexOf = (byte: number): string => byte.toString(16).padStart(2, '0')

async function send(url: string, init: RequestInit, { signal, timeoutMs = TIMEOUT_MS }: CallOptions): Promise<Response> {
  const timeout = AbortSignal.timeout(timeoutMs)
  try {
    const response = await fetch(url, { ...init, credentials: 'include', signal: signal ? AbortSignal.any([signal, timeout]) : timeout })
    answered(response)
    return response
  } catch (error) {
    // Leaving a page cancels its calls. No message is needed.
    if (signal?.aborted || leaving) throw error
    if (!timeout.aborted) notAnswered()
    throw new ApiError(0, { message: t(timeout.aborted ? 'error.timeout' : 'error.network') }, { cause: error })
  }
}

async function read(response: Response, key: CallKey | null): Promise<Record<string, unknown>> {
  try {
    const body = (await response.json()) as Record<string, unknown>
    return body['crypt'] && key ? ((await key.open(body)) as Record<string, unknown>) : body
  } catch (error) {
    throw new ApiError(response.status, { message: response.ok ? t('error.unreadable') : response.statusText }, { cause: error })
  }
}

/** Repairs what the server complained about. true: retry the call once. */
function canRepair(error: ApiError): boolean {
  if (error.status !== 400) return false
  if (error.code === 'signature.clock_skew') {
    const time = Number((error.details as { server_time?: unknown } | undefined)?.server_time)
    if (!Number.isFinite(time)) return false
    clockOffset = time - Date.now()
    return true
  }
  if (error.code !== 'encryption.required' || encrypted) return false
  encrypted = true
  sessionStorage.setItem(CRYPT_FLAG, '1')
  return true
}

async function callKey(): Promise<CallKey> {
  if (!globalThis.isSecureContext) throw new ApiError(0, { message: t('error.insecure') })
  const { makeCallKey } = await import('./encryption.ts')
  return makeCallKey()
}

function announce(error: ApiError, quiet?: boolean): void {
  // The page asks for the second step, or the decision, itself.
  if (error.status === 422 || error.code === 'account.second_factor' || error.code === 'member.rest_undecided') return
  error.noticed = true
  if (error.status === 403) {
    clearSession()
    endSession()
    return
  }
  if (quiet) return
  const message = error.status === 0 ? error.message : `(${error.status}) ${error.message}`
  showToast({ kind: 'error', title: t('error.request_failed'), message })
}

let ending = false

// Several calls may find out at once. Show one message and redirect once.
function endSession(): void {
  if (ending) return
  ending = true
  showToast({ kind: 'error', title: t('error.request_failed'), message: t('error.session_expired') })
  setTimeout(() => {
    ending = false
    sessionLost()
  }, 1100)
}

/** Operators must reach the console of a closed site. Otherwise nobody could reopen it. */
function aimsAtConsole(): boolean {
  const path = location.pathname === '/login' ? new URLSearchParams(location.search).get('redirect') : location.pathname
  return path?.startsWith('/admin/') ?? false
}
