import { randomBytes, randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { urlOf } from '@portico/contract/endpoint'
import type { Permission, ReadyRole } from '@portico/contract/permissions'
import { emptySettings } from '@portico/contract/empty-settings'
import { hash } from '@node-rs/argon2'
import { eq } from 'drizzle-orm'
import pg from 'pg'
import { pino } from 'pino'
import { afterAll, inject } from 'vitest'
import { accounts } from '../src/accounts/accounts.table.ts'
import type { App } from '../src/app.ts'
import { attachSockets, createApp, createFronts, createJobs, createRouter } from '../src/build-app.ts'
import { hearNotifications } from '../src/db/hear-notifications.ts'
import { readConfig } from '../src/config.ts'
import { connect, type Db } from '../src/db/client.ts'
import { createSecretBox } from '../src/db/secret-box.ts'
import { listen } from '../src/db/listen.ts'
import type { VerifyUrls } from '../src/challenges/provider.ts'
import type { Channel } from '../src/events/channel.ts'
import { groups } from '../src/groups/groups.table.ts'
import { closeServer, createHttpServer } from '../src/http/server.ts'
import { runJobsOnce } from '../src/jobs/queue.ts'
import { addIdentity, emailIdentity } from '../src/identities/write-identity.ts'
import { newSecret } from '../src/nodes/node-keys.ts'
import { nodeGroups, nodes } from '../src/nodes/nodes.table.ts'
import { closeDue } from '../src/own-account/close-due.ts'
import { plans } from '../src/plans/plans.table.ts'
import { openSession } from '../src/sessions/sessions.ts'
import { ownerRoleId } from '../src/roles/owners.ts'
import { staffRoles } from '../src/roles/staff-roles.table.ts'
import { createSubscription } from '../src/subscriptions/change-subscription.ts'
import { subscriptions } from '../src/subscriptions/subscriptions.table.ts'
import { signed } from './signed.ts'
import { stopServices } from '../src/service.ts'

// oxlint-disable-next-line typescript/no-explicit-any -- answers are read by the assertions of each test
export type Answer = { status: number; body: any; headers: Headers }
type Payload = Record<string, unknown> | FormData
export type Call = (method: string, path: string, payload?: Payload, headers?: Record<string, string>) => Promise<Answer>
export type Member = {
  id: number
  email: string
  token: string
  /** As the web app calls: asked to confirm who is there, it enters the password and repeats the call. */
  call: Call
  once: Call
}

/** For other processes on the same database. */
export const SETTINGS_KEY = randomBytes(32).toString('hex')
export const PASSWORD = 'correct horse battery'
/** What members and staff follow is looked for more often than in production. */
const LOOK_MS = 50
/** Cheap: members confirm who they are all the time. The first login makes a hash of the usual cost from it. */
const passwordHash = hash(PASSWORD, { memoryCost: 8, timeCost: 1 })

/** A new database on the test cluster, empty unless it is cloned from the migrated template. */
export async function createDatabase(from = ''): Promise<TestDatabase> {
  const [adminUrl, templateUrl] = [inject('adminUrl'), inject('templateUrl')]
  const name = `t_${randomUUID().replaceAll('-', '')}`
  await runSql(adminUrl, `create database ${name}${from && ` template ${from} strategy file_copy`}`)
  const at = (url: string): string => url.replace(/[^/]+$/, name)
  return { ownerUrl: at(adminUrl), serverUrl: at(templateUrl), drop: () => runSql(adminUrl, `drop database ${name} with (force)`) }
}
export type TestDatabase = { ownerUrl: string; serverUrl: string; drop: () => Promise<unknown> }

type Options = {
  now?: () => Date
  env?: Record<string, string>
  on?: TestDatabase
  channels?: Channel[]
  verifyUrls?: VerifyUrls
  /** How it connects; without it, with more connections than in production. */
  database?: Parameters<typeof connect>[1]
}

/** A server on a real port with its own database, cloned from the migrated template, or `on` an existing one. */
export async function startApp(options: Options = {}) {
  const { ownerUrl, serverUrl, drop } = options.on ?? (await createDatabase('template_portico'))
  // Made by the first uploaded file.
  const dataDir = join(tmpdir(), `portico-${randomUUID()}`)
  const config = readConfig({ PORT: '0', SETTINGS_KEY, DATA_DIR: dataDir, ...options.env })
  if ('faults' in config) throw new Error(config.faults.join('\n'))
  // With the server's role, as in production, so that a missing grant shows.
  const database = connect(serverUrl, { max: 30, secrets: createSecretBox(config.settingsKey), ...options.database })
  const log = pino({ level: process.env['TEST_LOG'] ?? 'silent' })
  let offset = 0
  const now = (): Date => options.now?.() ?? new Date(Date.now() + offset)
  const { channels, verifyUrls } = options
  const app: App = await createApp({ config, database, log, ownerUrl, now, channels, verifyUrls, lookMs: LOOK_MS })
  const server = createHttpServer(createRouter(app), createFronts(app))
  const sockets = attachSockets(server, app)
  const listener = await listen(serverUrl, hearNotifications(app), () => {})
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  const base = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
  config.publicUrl = base
  const call = caller(base, () => app.now())
  // A database that another app filled has members already.
  let serial = options.on ? 10_000 : 0

  /** A new session of this account, now. Returns its token. */
  const signIn = (id: number, on: Db = database.db): Promise<string> => openSession(on, id, { ip: '127.0.0.1', device: 'test' }, now())

  async function member(values: { roleId?: number } = {}): Promise<Member> {
    const email = `m${++serial}@example.com`
    return database.transaction(async (tx) => {
      const given = { passwordHash: await passwordHash, createdAt: now(), ...values }
      const [account] = await tx.insert(accounts).values(given).returning({ id: accounts.id })
      const { id } = account!
      await addIdentity(tx, id, emailIdentity(email, null), now())
      await createSubscription(tx, id)
      const token = await signIn(id, tx)
      const once = withToken(call, token)
      return { id, email, token, call: confirming(once), once }
    })
  }

  /** A member who registered with this address and the usual password. */
  async function register(email: string): Promise<Member> {
    const { x_token: token } = (await call('POST', '/muser/auth/register', { email, password: PASSWORD })).body
    const once = withToken(call, token)
    const { id } = (await once('POST', '/muser/info')).body.userInfo
    return { id, email, token, call: confirming(once), once }
  }

  async function roleOf(role: ReadyRole | Permission[]): Promise<number> {
    if (typeof role !== 'string') {
      const [made] = await database.db.insert(staffRoles).values({ name: randomUUID(), permissions: role }).returning()
      return made!.id
    }
    const [known] = await database.db.select().from(staffRoles).where(eq(staffRoles.key, role))
    return known!.id
  }

  type Term = Partial<typeof subscriptions.$inferInsert>
  /** Gives a member a running term of 10 GB in a group, without a plan. */
  const subscribe = (id: number, groupId: number, values: Term = {}) =>
    database.db
      .update(subscriptions)
      .set({ groupId, transferEnable: 10 * 2 ** 30, expiresAt: new Date(now().getTime() + 30 * 86_400_000), ...values })
      .where(eq(subscriptions.accountId, id))

  return {
    app,
    base,
    database,
    ownerUrl,
    /** For what the server's role may not do, such as changing tables or disabling rules. */
    asOwner: (statement: string) => runSql(ownerUrl, statement),
    call,
    signIn,
    member,
    register,
    admin: async () => member({ roleId: await ownerRoleId(database.db) }),
    /** Staff with a ready-made role, or with a role of only these permissions. */
    staff: async (role: ReadyRole | Permission[]) => member({ roleId: await roleOf(role) }),
    travel: (ms: number) => {
      offset += ms
    },
    runJobs: () => runJobsOnce(database.pool, createJobs(app), log),
    /** Does what jobs of these names do, whether or not they are due. */
    async work(...names: string[]): Promise<void> {
      for (const name of names)
        await createJobs(app)
          .find((job) => job.name === name)!
          .work(null)
    },
    group: async (groupName = `group ${randomUUID()}`) => {
      const [row] = await database.db.insert(groups).values({ name: groupName }).returning()
      return row!
    },
    /** A plan on sale in its own group: 10 GB, 10.00 a month, 100.00 a year, unless the fields say otherwise. */
    plan: async (values: Partial<typeof plans.$inferInsert> = {}) => {
      const groupId = values.groupId ?? (await database.db.insert(groups).values({ name: randomUUID() }).returning())[0]!.id
      const [row] = await database.db
        .insert(plans)
        .values({ name: 'Basic', transferEnable: 10 * 2 ** 30, month_price: 1000, year_price: 10_000, ...values, groupId })
        .returning()
      return row!
    },
    /** A Trojan node at the normal rate, in a new group unless groups are given, with functions to call as this node. */
    node: async ({ groupIds, ...values }: Partial<typeof nodes.$inferInsert> & { groupIds?: number[] } = {}) => {
      const { secret, hash } = newSecret()
      const settings = values.settings ?? emptySettings('trojan')
      const given = { name: 'Node', host: 'node.example.com', port: '443', serverPort: 8443, ...values, settings, secretHash: hash }
      const ids = groupIds ?? [(await database.db.insert(groups).values({ name: randomUUID() }).returning())[0]!.id]
      const [row] = await database.db.insert(nodes).values(given).returning()
      for (const groupId of ids) await database.db.insert(nodeGroups).values({ nodeId: row!.id, groupId })
      const proof = { token: secret, node_id: String(row!.id), node_type: settings.protocol }
      return { id: row!.id, groupId: ids[0]!, groupIds: ids, secret, ...nodeCaller(base, proof) }
    },
    subscribe,
    /** A new member with such a term. */
    async holder(groupId: number, values?: Term): Promise<Member> {
      const made = await member()
      await subscribe(made.id, groupId, values)
      return made
    },
    /** Closes a member's account, as if the 24 hours after the request were over. */
    close: async (member: Pick<Member, 'id' | 'call'>): Promise<Answer> => {
      // Where a test's clock stands still, the proof would be as old as the sign-in.
      await runSql(ownerUrl, `update sessions set created_at = created_at - interval '1 second' where account_id = ${member.id}`)
      await member.call('POST', '/muser/auth/confirm', { password: PASSWORD })
      const answer = await member.call('POST', '/muser/destroy', { give_up: true })
      if (answer.status !== 200) return answer
      await runSql(ownerUrl, `update account_closings set closes_at = '-infinity' where account_id = ${member.id}`)
      await closeDue(app)
      return answer
    },
    /** The row of a member's subscription. */
    subscription: async (id: number) => (await database.db.select().from(subscriptions).where(eq(subscriptions.accountId, id)))[0]!,
    /** What a member used: up and down. */
    async used(id: number): Promise<[number, number]> {
      const [row] = await database.db.select().from(subscriptions).where(eq(subscriptions.accountId, id))
      return [row!.up, row!.down]
    },
    /** Holds what a statement locks, in a transaction of its own. Returns what runs a last statement, if given, and lets go. */
    async hold(statement: string) {
      const holder = await database.pool.connect()
      await holder.query('begin')
      await holder.query(statement)
      return async (last = 'select'): Promise<void> => {
        await holder.query(last)
        await holder.query('commit')
        holder.release()
      }
    },
    /** How many connections wait for a lock. */
    waiting: async () =>
      (await runSql(ownerUrl, `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)).rowCount,
    /** Changes a member as staff do, from the version that they read. */
    async change({ call }: Pick<Member, 'call'>, id: number, change: object, decision?: object): Promise<Answer> {
      const { version } = (await call('GET', `/admin/users/${id}`)).body.user
      return call('PATCH', `/admin/users/${id}`, { version, change, decision })
    },
    ban: (id: number) => database.db.update(accounts).set({ bannedAt: now() }).where(eq(accounts.id, id)),
    stop: async () => {
      app.stopping.abort()
      sockets.close()
      app.mailer.close()
      await stopServices(app)
      await closeServer(server, 1000)
      await listener.close()
      await database.close()
      // Nobody waits for it: the next file has its own.
      void drop().catch(() => {})
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
export type TestApp = Awaited<ReturnType<typeof startApp>>

/** Starts something that all tests of a file use. It is stopped after the last of them. */
export async function forFile<T extends { stop: () => unknown }>(starting: Promise<T> | T): Promise<T> {
  const started = await starting
  afterAll(() => started.stop())
  return started
}

/**
 * Calls as a browser does: signed, with the session in X-Token. `payload` is the query of a GET, else the JSON body. A form is sent as it
 * is, and the query in its path is signed.
 */
export function caller(base: string, now = () => new Date()): Call {
  return async (method, path, payload = {}, headers = {}) => {
    const isGet = method === 'GET'
    const form = payload instanceof FormData ? payload : null
    const query = Object.fromEntries(Object.entries(payload).map(([key, value]) => [key, String(value)]))
    const search = isGet && Object.keys(query).length > 0 ? `?${new URLSearchParams(query)}` : ''
    const given = form ? Object.fromEntries(new URL(path, base).searchParams) : isGet ? query : (payload as Record<string, unknown>)
    const response = await fetch(`${base}${urlOf(path)}${search}`, {
      method,
      redirect: 'manual',
      headers: {
        ...signed(given, now()),
        'accept-language': 'en',
        ...(isGet || form ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(isGet ? {} : { body: form ?? JSON.stringify(payload) }),
    })
    return answerOf(response, await textOf(response))
  }
}

const answerOf = ({ status, headers }: Response, text: string): Answer => ({
  status,
  headers,
  body: text.startsWith('{') ? JSON.parse(text) : text,
})

/** An event stream can stay open for minutes, so it is closed at once. */
async function textOf(response: Response): Promise<string> {
  if (!response.headers.get('content-type')?.startsWith('text/event-stream')) return response.text()
  await response.body?.cancel()
  return ''
}

/** Calls as node software does: its identity in the query, JSON in the body. */
function nodeCaller(base: string, proof: Record<string, string>) {
  type Options = { query?: Record<string, string>; headers?: Record<string, string> }
  const send = async (method: string, action: string, body: unknown, { query, headers }: Options = {}): Promise<Answer> => {
    const response = await fetch(`${base}/api/v1/server/UniProxy/${action}?${new URLSearchParams({ ...proof, ...query })}`, {
      method,
      headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    return answerOf(response, await response.text())
  }
  return {
    pull: (action: string, options?: Options) => send('GET', action, undefined, options),
    post: (action: string, body: unknown, options?: Options) => send('POST', action, body, options),
  }
}

export function withToken(call: Call, token: string): Call {
  return (method, path, payload, headers) => call(method, path, payload, { 'x-token': token, ...headers })
}

function confirming(call: Call): Call {
  return async (...asked) => {
    const answer = await call(...asked)
    if (answer.body.code !== 'session.confirm_needed') return answer
    await call('POST', '/muser/auth/confirm', { password: PASSWORD })
    return call(...asked)
  }
}

export async function runSql(url: string, statement: string): Promise<pg.QueryResult> {
  const client = new pg.Client(url)
  // Some tests end its connection: then the statement fails.
  client.on('error', () => {})
  await client.connect()
  try {
    return await client.query(statement)
  } finally {
    await client.end()
  }
}
