import type { Server } from 'node:http'
import { Hono } from 'hono'
import type { Settings } from '@portico/contract/settings-admin'
import type { Logger } from 'pino'
import { channels } from './additions.ts'
import type { App } from './app.ts'
import { sourcesOf, type VerifyUrls, verifyUrls } from './challenges/provider.ts'
import type { Config } from './config.ts'
import type { Database } from './db/client.ts'
import { oneSearch } from './db/pool/one-search.ts'
import { inPurpose } from './db/pool/purpose.ts'
import { refusedClocks } from './diagnosis/note-clock.ts'
import type { Channel } from './events/channel.ts'
import { feedFront } from './feeds/feed.front.ts'
import { helpPages } from './help/help.routes.ts'
import { addressPrefix, clientAddress } from './http/client-address.ts'
import { openCountries } from './http/country.ts'
import { healthRoutes } from './http/health.ts'
import { httpJobs } from './http/http.jobs.ts'
import { createCounters } from './http/limit-counters.ts'
import { createLimits } from './http/limits.ts'
import { liveRoutes } from './http/live/live.ts'
import { openapiRoutes } from './http/openapi.ts'
import { answerFailures, type Env, logRequests, refuseOthers, type Router } from './http/router.ts'
import { securityHeaders } from './http/security-headers.ts'
import type { Front } from './http/server.ts'
import { secretMemory } from './http/signature/used-secrets.ts'
import type { WritePage } from './http/static/static.ts'
import type { Job } from './jobs/job.ts'
import { oldAddresses } from './links/link-paths.ts'
import { readSources } from './links/source-secret.ts'
import { createMailer } from './messages/mail/mailer.ts'
import { smsApis } from './messages/sms/sms-provider.ts'
import { attachNodeSockets, nodeFront } from './node-api/uniproxy.front.ts'
import type { Noun } from './noun.ts'
import * as declared from './nouns.ts'
import { allowPrivate } from './outgoing/private-addresses.ts'
import { createPlaces } from './processes/places.ts'
import { publicPages } from './public-pages/public-pages.routes.ts'
import { createPushAccess } from './reminders/push/push-access.ts'
import { reminderChannels } from './reminders/reminder-channels.ts'
import { ruleListFront } from './rule-lists/rule-lists.front.ts'
import { createSessionWatch } from './sessions/session-watch.ts'
import { createSessions } from './sessions/sessions.ts'
import { readSettings } from './settings/settings.ts'
import { createProxyNotes } from './untrusted-proxies/note-proxies.ts'

const nouns: Noun[] = Object.values(declared)
for (const { adds = [] } of nouns) for (const add of adds) add()

type Given = {
  config: Config
  database: Database
  log: Logger
  ownerUrl?: string
  now?: () => Date
  channels?: Channel[] | undefined
  verifyUrls?: VerifyUrls | undefined
  lookMs?: number | undefined
}

export async function createApp(given: Given): Promise<App> {
  const { config, database, log, now = () => new Date() } = given
  allowPrivate(config.allowPrivateAddresses)
  let current = await readSettings(database.db, database.secrets)
  let readOld = oldAddresses(await readSources(database.db, database.secrets))
  let reading = Promise.resolve()
  const read = async (): Promise<void> => {
    current = await readSettings(database.db, database.secrets)
    readOld = oldAddresses(await readSources(database.db, database.secrets))
  }
  const settings = (): Settings => current
  const factorRequired = (): boolean => current['security.staff_second_factor']
  const pushAccess = createPushAccess()
  return {
    config,
    database,
    log,
    ownerUrl: given.ownerUrl ?? database.url,
    now,
    lookMs: given.lookMs,
    settings,
    // In turn: of two at once, the one that began first could end last and bring back what it read.
    reloadSettings: () => (reading = reading.catch(() => {}).then(read)),
    readOld: (url) => readOld(url),
    services: new Map(),
    stopping: new AbortController(),
    oneSearch: oneSearch(),
    limits: createLimits(createCounters(database, now)),
    sessions: createSessions(database, now, factorRequired),
    useSecret: secretMemory(database),
    noteRefusedClock: refusedClocks(database, now, (error) => log.warn({ err: error }, 'a clock could not be noted')),
    sessionWatch: createSessionWatch(database, { now, log, factorRequired }),
    places: createPlaces(database, log),
    addressOf: clientAddress(config.trustedProxies, createProxyNotes(database, now, log)),
    networkOf: addressPrefix,
    countryOf: config.geoipFile === null ? null : openCountries(config.geoipFile),
    verifyUrls: given.verifyUrls ?? verifyUrls,
    challengeSources: () => sourcesOf(current),
    channels: given.channels ?? [
      ...reminderChannels({ config, database, settings, pushAccess, now }),
      ...channels.all.map((make) => make({ config, database, settings, now })),
    ],
    pushAccess,
    mailer: createMailer(),
    smsApis,
  }
}

/** Binds every route. Routes that no noun has do not exist. */
export function createRouter(app: App): Router {
  const router = new Hono<Env>()
  logRequests(router, app)
  securityHeaders(router)
  answerFailures(router, app)
  healthRoutes(router, app)
  openapiRoutes(router)
  for (const { routes = [], purpose = 'members' } of nouns) inPurpose(purpose, () => routes.forEach((bind) => bind(router, app)))
  liveRoutes(router, app)
  refuseOthers(router, app)
  return router
}

/** Attaches the node WebSockets, which stay open outside requests. */
export function attachSockets(server: Server, app: App): { close: () => void } {
  return inPurpose('nodes', () => attachNodeSockets(server, app))
}

/** Hot paths, handled before the router. */
export function createFronts(app: App): Front[] {
  const nodes = inPurpose('nodes', () => nodeFront(app))
  return [feedFront(app), (...call) => inPurpose('nodes', () => nodes(...call)), ruleListFront(app)]
}

/** Pages whose text the server writes. */
export function createPages(app: App): WritePage {
  const [site, help] = [publicPages(app), helpPages(app)]
  return async (...asked) => (await site(...asked)) ?? help(...asked)
}

/** Starts what nouns do besides jobs and requests, for as long as the process serves. */
export function startWork(app: App): { stop: () => Promise<unknown> } {
  const running = nouns.flatMap(({ work }) => (work ? [work(app)] : []))
  return { stop: () => Promise.all(running.map(({ stop }) => stop())) }
}

export function createJobs(app: App): Job[] {
  const jobs = [httpJobs, ...nouns.map((noun) => noun.jobs)].flatMap((jobsOf) => jobsOf?.(app) ?? [])
  return jobs.map((job) => ({ ...job, work: (payload) => inPurpose('jobs', () => job.work(payload)) }))
}
