import { randomUUID } from 'node:crypto'
import { isConsole, meets } from '@portico/contract/access'
import { type AnyEndpoint, type Endpoint, urlOf } from '@portico/contract/endpoint'
import type { Ok } from '@portico/contract/paging'
import type { Language } from '@portico/contract/translations'
import type { HttpBindings } from '@hono/node-server'
import type { Context, Hono } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import type * as z from 'zod/mini'
import { actingIn, type Caller } from '../actor.ts'
import type { App } from '../app.ts'
import { AppError } from '../errors.ts'
import { type Failure, parseInput, toFailure } from './answer.ts'
import { withPurpose } from './with-purpose.ts'
import { MAX_BYTES, MAX_KEYS, readObject, refuseUnusable } from './body.ts'
import { addressPrefix } from './client-address.ts'
import { encryptFor } from './encryption.ts'
import { hideAddresses } from './hide-addresses.ts'
import { languageOf } from './language.ts'
import type { Origin } from './origin.ts'
import { checkSignature, readSignature, type Signature } from './signature/signature-check.ts'
import { type UploadedFile, withUpload } from './upload.ts'

export type Env = { Bindings: HttpBindings; Variables: { requestId: string } }
export type Router = Hono<Env>
/** A request as the router has it, for what lies below it. */
export type Asker = Context<Env>

type Schema = z.ZodMiniType
export type Request<P extends Schema, Q extends Schema, B extends Schema> = {
  /** The signed-in caller; null only on public endpoints. */
  caller: Caller
  visitor: Caller | null
  origin: Origin
  params: z.output<P>
  query: z.output<Q>
  body: z.output<B>
  /** Sets the browser's `device` cookie. */
  rememberDevice: (cookie: string) => void
  /** Cookie of a browser that went to another site to sign in; null: none. */
  oauthCookie: string | null
  keepOauthCookie: (cookie: string) => void
  /** Works with the file of an `upload` endpoint. It is read only now: limits and folders are checked first. */
  withFile: <T>(work: (file: UploadedFile) => Promise<T>) => Promise<T>
}

/** How long a proof of identity counts, and how long for `again`. */
const [FRESH_MS, AGAIN_MS] = [15 * 60_000, 60_000]
/** How long a browser keeps its `device` cookie. */
const DEVICE_COOKIE_S = 400 * 24 * 3600
const OAUTH_COOKIE_S = 3600

/** Every endpoint that is bound, for the OpenAPI document and the test of all endpoints. */
export const boundEndpoints: AnyEndpoint[] = []

/** What a handler returns: nothing, if the endpoint is a command without a result. */
type Result<R extends Schema> = R extends typeof Ok ? void : z.input<R>

/** Binds one contract endpoint to one handler. Signature, session, parsing, serialising and errors are handled only here. */
export function serve<P extends Schema, Q extends Schema, B extends Schema, R extends Schema>(
  router: Router,
  app: App,
  e: Endpoint<P, Q, B, R>,
  handler: (request: Request<P, Q, B>) => Promise<Result<R>>,
): void {
  bind(e)
  const runCall = withPurpose(e)
  const answer = async (request: Request<P, Q, B>): Promise<unknown> => {
    const result = await handler(request)
    const parsed = e.response.parse(result === undefined ? { ok: true } : result)
    return isConsole(e.access) ? hideAddresses(e.response, parsed, request.caller.permissions) : parsed
  }
  router.on(e.method, urlOf(e.path), (c) =>
    runCall(c, async () => {
      const origin = originOf(c, app)
      return respond(c, app, origin, async () => {
        const request = await admit(c, app, e, origin)
        return isSearch(e, request.query) ? app.oneSearch(request.caller.accountId, e.path, () => answer(request)) : answer(request)
      })
    }),
  )
}

/** Whether a call looks for a text in the console. */
function isSearch(e: AnyEndpoint, query: unknown): boolean {
  return e.method === 'GET' && isConsole(e.access) && typeof query === 'object' && query !== null && 'q' in query && Boolean(query.q)
}

export function bind(e: AnyEndpoint): void {
  if (!boundEndpoints.some((other) => other.method === e.method && other.path === e.path)) boundEndpoints.push(e)
}

/**
 * Checks a call and parses its input. Cheap checks come first: a body is read only for a valid session, and parsed only for a
 * timely signature. Throws errors, which `respond` turns into answers.
 */
export async function admit<P extends Schema, Q extends Schema, B extends Schema, R extends Schema>(
  c: Context<Env>,
  app: App,
  e: Endpoint<P, Q, B, R>,
  origin: Origin,
): Promise<Request<P, Q, B>> {
  const writes = e.method !== 'GET' || e.changesState === true
  if (writes && c.req.header('sec-fetch-site') === 'cross-site') throw new AppError('request.cross_site')
  const signature = signatureOf(c, app)
  // Runs while the session is looked up: a refused request may use up its secret, since the next one has another.
  const isFirst = signature && writes ? app.useSecret(signature) : Promise.resolve(true)
  isFirst.catch(() => {})
  const session = await authorize(c, app, e.access, e.path, origin)
  const visitor = session && { ...actingIn(session, e), asMember: !isConsole(e.access) }
  const bodyless = e.method === 'GET' || e.upload === true
  const raw = bodyless ? {} : await readObject(c, e.maxBytes ?? MAX_BYTES, e.maxKeys ?? MAX_KEYS)
  if (signature) checkSignature(signature, bodyless ? queryEntries(c) : raw)
  if (!(await isFirst)) throw new AppError('signature.replayed')
  if (e.fresh && visitor) requireFresh(visitor, app.now(), e.fresh)
  refuseUnusable({ ...c.req.param(), ...c.req.query() })
  const params = e.params && parseInput(e.params, c.req.param(), origin.language)
  const query = e.query && parseInput(e.query, c.req.query(), origin.language)
  const body = e.body && parseInput(e.body, raw, origin.language)
  // `caller` is null only on public endpoints, whose handlers read `visitor`.
  const rememberDevice = (cookie: string): void => setOwnCookie(c, 'device', cookie, DEVICE_COOKIE_S)
  const keepOauthCookie = (cookie: string): void => setOwnCookie(c, 'oauth', cookie, OAUTH_COOKIE_S)
  const oauthCookie = ownCookieOf(c, 'oauth')
  // Visitors upload nothing; if they could, those of one network would take turns.
  const upload = { maxBytes: e.maxBytes ?? MAX_BYTES, who: String(visitor?.accountId ?? origin.network) }
  const withFile: Request<P, Q, B>['withFile'] = (work) => withUpload(c.env.incoming, upload, work)
  return { caller: visitor, visitor, origin, params, query, body, rememberDevice, oauthCookie, keepOauthCookie, withFile } as Request<
    P,
    Q,
    B
  >
}

/** Requires a fresh proof of identity, for endpoints where only some input needs it. Throws `session.confirm_needed`. */
export function requireFresh({ confirmedAt, signedInAt }: Caller, now: Date, how: true | 'again' = true): void {
  const isStale = now.getTime() - confirmedAt.getTime() > (how === 'again' ? AGAIN_MS : FRESH_MS)
  if (isStale || (how === 'again' && confirmedAt <= signedInAt)) throw new AppError('session.confirm_needed')
}

// Lax, so that a visitor who follows a link from a mail is still known.
function setOwnCookie(c: Context<Env>, name: 'device' | 'oauth', value: string, maxAge: number): void {
  const secure = c.req.header('origin')?.startsWith('https:') ?? false
  setCookie(c, name, value, { path: '/api', httpOnly: true, sameSite: 'Lax', secure, maxAge })
}

function ownCookieOf(c: Context<Env>, name: 'device' | 'oauth'): string | null {
  const value = getCookie(c, name)
  return value !== undefined && /^[\w-]{43}$/.test(value) ? value : null
}

export function originOf(c: Context<Env>, app: App): Origin {
  const socket = c.env?.incoming?.socket?.remoteAddress
  const ip = app.addressOf(socket, (name) => c.req.header(name))
  return {
    ip,
    network: addressPrefix(ip),
    device: (c.req.header('user-agent') ?? '').slice(0, 200),
    deviceCookie: ownCookieOf(c, 'device'),
    language: languageOf(c.req.header('cookie'), c.req.header('accept-language')),
  }
}

/** The request's signature; null: none is required and none was sent. */
function signatureOf(c: Context<Env>, app: App): Signature | null {
  if (!app.settings()['security.require_signature'] && c.req.header('x-sign') === undefined) return null
  try {
    return readSignature((name) => c.req.header(name), app.now())
  } catch (error) {
    const token = c.req.header('x-token')
    // Support learns that the clock is off, although nothing else of the call is read.
    if (error instanceof AppError && error.code === 'signature.clock_skew' && token)
      app.noteRefusedClock(token, Number(c.req.header('x-timestamp')) - app.now().getTime())
    throw error
  }
}

/** Paths that work while the site is closed, so that operators can log in. */
const OPEN_WHEN_CLOSED = new Set(
  ['login', 'second', 'passkey', 'passkey/options'].map((step) => `/muser/auth/${step}`).concat('/muser/logout'),
)

async function authorize(c: Context<Env>, app: App, access: AnyEndpoint['access'], path: string, origin: Origin): Promise<Caller | null> {
  const token = c.req.header('x-token')
  const session = token ? await app.sessions.find(token, origin) : null
  if (session?.newToken) c.header('x-token', session.newToken)
  const caller = session?.caller ?? null
  if (app.settings()['site.closed'] && caller?.kind !== 'staff' && !OPEN_WHEN_CLOSED.has(path)) throw new AppError('site.closed')
  if (access !== 'public' && !caller) throw new AppError('session.invalid')
  // Not "forbidden": members must not learn what the console has, nor staff what lies beyond their role.
  if (isConsole(access) && !meets(caller?.permissions ?? [], access)) throw new AppError('not_found')
  return caller
}

/** Answers with the result of the work, or with the error it threw. Does no work for a caller who cannot read the answer. */
export async function respond(c: Context<Env>, app: App, origin: Origin, work: () => Promise<unknown>): Promise<Response> {
  c.header('cache-control', 'no-store')
  let seal: Seal = asItIs
  let status = 200
  let answer: unknown
  try {
    seal = await sealFor(c, app)
    answer = await work()
  } catch (error) {
    const failure = failed(c, app, error, origin.language)
    status = failure.status
    answer = failure.body
  }
  // Hono wants literal status codes; ours come from a table.
  return c.json(await seal(answer), status as 200)
}

/** Answers an unexpected error: logs it and says when to try again. */
function failed(c: Context<Env>, app: App, error: unknown, language: Language): Failure {
  const failure = toFailure(error, language)
  const about = { err: error, request: c.get('requestId'), path: c.req.path }
  if (failure.log === 'error') app.log.error(about, 'request failed')
  else if (failure.log) app.log.warn(about, 'the database is away or busy')
  if (failure.retryAfter) c.header('retry-after', String(failure.retryAfter))
  return failure
}

export type Seal = (answer: unknown) => Promise<object>
/** Leaves an answer readable. */
export const asItIs: Seal = async (answer) => answer as object

/** How answers to a caller are sent: encrypted on request, or if the settings require it. Throws if that is impossible. */
export async function sealFor(c: Context<Env>, app: App): Promise<Seal> {
  const mode = app.settings()['security.response_encryption']
  const key = c.req.header('x-crypt')
  if (mode === 'off' || (mode === 'on' && !key)) return asItIs
  if (!key) throw new AppError('encryption.required')
  const encrypt = await encryptFor(key)
  return (answer) => encrypt(JSON.stringify(answer))
}

/** Calls that nothing else answers are not found, in the caller's language. Comes after every endpoint. */
export function refuseOthers(router: Router, app: App): void {
  router.all('/api/*', (c) => respond(c, app, originOf(c, app), () => Promise.reject(new AppError('not_found'))))
}

/** Answers what fails outside of endpoints, in the caller's language: pages in words. */
export function answerFailures(router: Router, app: App): void {
  router.onError((error, c) => {
    const origin = originOf(c, app)
    if (c.req.path.startsWith('/api/')) return respond(c, app, origin, () => Promise.reject(error))
    const { status, body } = failed(c, app, error, origin.language)
    return c.text(body.message, status as 500, { 'cache-control': 'no-store' })
  })
}

/** Gives every request an id for the log, and times it. */
export function logRequests(router: Router, app: App): void {
  router.use(async (c, next) => {
    const requestId = randomUUID()
    c.set('requestId', requestId)
    c.header('x-request-id', requestId)
    const started = performance.now()
    await next()
    // Only the path: queries and links carry secrets.
    const path = c.req.path.startsWith('/s/') ? '/s/…' : c.req.path.replace(/[0-9a-f]{32}/gi, '…')
    app.log.info({ request: requestId, method: c.req.method, path, status: c.res.status, ms: Math.round(performance.now() - started) })
  })
}

function queryEntries(c: Context<Env>): [string, unknown][] {
  return [...new URL(c.req.url).searchParams.entries()]
}
