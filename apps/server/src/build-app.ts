import type { Server } from 'node:http'
import { Hono } from 'hono'
import type { Settings } from '@portico/contract/settings-admin'
import type { Logger } from 'pino'
import type { App } from './app.ts'
import { bulkChangeJobs } from './bulk-changes/bulk-changes.jobs.ts'
import { bulkChangeRoutes } from './bulk-changes/bulk-changes.routes.ts'
import { memberNoteRoutes } from './member-notes/member-notes.routes.ts'
import { memberTimelineRoutes } from './member-timeline/member-timeline.routes.ts'
import { memberActRoutes } from './members/member-acts.routes.ts'
import { accountAdminRoutes } from './members/members.routes.ts'
import { userListRoutes } from './members/user-list.routes.ts'
import { accountRoutes } from './accounts/accounts.routes.ts'
import { appReleaseRoutes } from './app-releases/app-releases.routes.ts'
import { articleCategoryRoutes } from './article-categories/article-categories.routes.ts'
import { articleDeskRoutes } from './articles/article-desk.routes.ts'
import { articleJobs } from './articles/articles.jobs.ts'
import { articleRoutes } from './articles/articles.routes.ts'
import { auditRoutes } from './audit-log/audit.routes.ts'
import { createAuditWatch } from './audit-log/audit-watch.ts'
import { cannedReplyRoutes } from './canned-replies/canned-replies.routes.ts'
import { challengeJobs } from './challenges/challenges.jobs.ts'
import { challengeRoutes } from './challenges/challenges.routes.ts'
import { sourcesOf, type VerifyUrls, verifyUrls } from './challenges/provider.ts'
import { codeJobs } from './codes/codes.jobs.ts'
import { commissionJobs } from './commissions/commissions.jobs.ts'
import { commissionRoutes } from './commissions/commissions.routes.ts'
import { couponRoutes } from './coupons/coupons.routes.ts'
import { authRoutes } from './auth/auth.routes.ts'
import { otherSiteRoutes } from './auth/other-sites.routes.ts'
import { checkInRoutes } from './check-ins/check-ins.routes.ts'
import type { Config } from './config.ts'
import type { Database } from './db/client.ts'
import { inPurpose } from './db/pool/purpose.ts'
import { refusedClocks } from './diagnosis/note-clock.ts'
import { diagnosisRoutes } from './diagnosis/diagnosis.routes.ts'
import type { Channel } from './events/channel.ts'
import { eventJobs } from './events/events.jobs.ts'
import { fileJobs } from './files/files.jobs.ts'
import { createPictures } from './files/pictures.ts'
import { fileRoutes } from './files/files.routes.ts'
import { createFileStorage } from './files/storage/file-storage.ts'
import { factorRoutes } from './factors/factors.routes.ts'
import { gameRoutes } from './games/games.routes.ts'
import { grammarRoutes } from './grammar/grammar.routes.ts'
import { createOwnChecker } from './grammar/own-checker.ts'
import { groupRoutes } from './groups/groups.routes.ts'
import { publicPages } from './public-pages/public-pages.routes.ts'
import { helpPages, helpRoutes } from './help/help.routes.ts'
import { openCountries } from './http/country.ts'
import type { WritePage } from './http/static/static.ts'
import { healthRoutes } from './http/health.ts'
import { httpJobs } from './http/http.jobs.ts'
import { createCounters } from './http/limit-counters.ts'
import { openapiRoutes } from './http/openapi.ts'
import { securityHeaders } from './http/security-headers.ts'
import type { Front } from './http/server.ts'
import { addressPrefix, clientAddress } from './http/client-address.ts'
import { createLimits } from './http/limits.ts'
import { oneSearch } from './db/pool/one-search.ts'
import { answerFailures, type Env, logRequests, refuseOthers, type Router } from './http/router.ts'
import { createProxyNotes } from './untrusted-proxies/note-proxies.ts'
import { secretMemory } from './http/signature/used-secrets.ts'
import { createSiteAccess } from './issuers/site-access.ts'
import { issuerRoutes } from './issuers/issuers.routes.ts'
import { inviteRoutes } from './invites/invites.routes.ts'
import { invoiceJobs } from './invoices/invoices.jobs.ts'
import { invoiceRoutes } from './invoices/invoices.routes.ts'
import { jobDeskRoutes } from './job-desk/job-desk.routes.ts'
import type { Job } from './jobs/job.ts'
import { createFetchLog } from './link-fetches/fetch-log.ts'
import { knownDeviceJobs } from './known-devices/known-devices.jobs.ts'
import { oneTimeTokenJobs } from './one-time-tokens/one-time-tokens.jobs.ts'
import { linkFetchJobs } from './link-fetches/link-fetches.jobs.ts'
import { linkFetchRoutes } from './link-fetches/link-fetches.routes.ts'
import { machineRoutes } from './nodes/machines.routes.ts'
import { memberDeviceRoutes } from './nodes/member-devices.routes.ts'
import { messageCentreRoutes } from './message-centre/message-centre.routes.ts'
import { createMessageWatch } from './message-centre/message-watch.ts'
import { createMailer } from './messages/mail/mailer.ts'
import { messageJobs } from './messages/messages.jobs.ts'
import { messageRoutes } from './messages/messages.routes.ts'
import { smsApis } from './messages/sms/sms-provider.ts'
import { ledgerJobs } from './ledger/ledger.jobs.ts'
import { ledgerRoutes } from './ledger/ledger.routes.ts'
import { monthJobs } from './months/months.jobs.ts'
import { monthRoutes } from './months/months.routes.ts'
import { ownAccountJobs } from './own-account/own-account.jobs.ts'
import { ownAccountRoutes } from './own-account/own-account.routes.ts'
import { overviewRoutes } from './overview/overview.routes.ts'
import { noticeDeskRoutes } from './notices/notice-desk.routes.ts'
import { noticeJobs } from './notices/notices.jobs.ts'
import { noticeRoutes } from './notices/notices.routes.ts'
import { nodeJobs } from './nodes/nodes.jobs.ts'
import { nodeRoutes } from './nodes/nodes.routes.ts'
import { createPushSpool } from './node-api/push-spool.ts'
import { createNodeData } from './node-api/node-data.ts'
import { attachNodeSockets, nodeFront } from './node-api/uniproxy.front.ts'
import { outageJobs } from './outages/outages.jobs.ts'
import { outageRoutes } from './outages/outages.routes.ts'
import { planJobs } from './plans/plans.jobs.ts'
import { orderJobs } from './orders/orders.jobs.ts'
import { orderEventRoutes } from './orders/order-events.routes.ts'
import { createOrderWatch } from './orders/order-watch.ts'
import { createPlaces } from './processes/places.ts'
import { orderDeskRoutes } from './orders/order-desk.routes.ts'
import { orderRoutes } from './orders/orders.routes.ts'
import { notifyRoutes } from './payments/notify.routes.ts'
import { passkeyRoutes } from './passkeys/passkeys.routes.ts'
import { paymentJobs } from './payments/payments.jobs.ts'
import { paymentRoutes } from './payments/payments.routes.ts'
import { disputeRoutes } from './disputes/disputes.routes.ts'
import { receiptRoutes } from './payments/receipts.routes.ts'
import { savedCardRoutes } from './saved-cards/saved-cards.routes.ts'
import { createTakenPlaces } from './plans/capacity.ts'
import { planRoutes } from './plans/plans.routes.ts'
import { promotionRoutes } from './promotions/promotions.routes.ts'
import { redeemCodeRoutes } from './redeem-codes/redeem-codes.routes.ts'
import { pageErrorJobs } from './page-errors/page-errors.jobs.ts'
import { pageErrorRoutes } from './page-errors/page-errors.routes.ts'
import { createRefusals } from './refused-notifications/note-refusals.ts'
import { refusedNotificationJobs } from './refused-notifications/refused-notifications.jobs.ts'
import { refusedNotificationRoutes } from './refused-notifications/refused-notifications.routes.ts'
import { refundJobs } from './refunds/refunds.jobs.ts'
import { allowPrivate } from './outgoing/private-addresses.ts'
import { createPushAccess } from './reminders/push/push-access.ts'
import { reminderChannels } from './reminders/reminder-channels.ts'
import { reminderRoutes } from './reminders/reminders.routes.ts'
import { renewalJobs } from './renewals/renewals.jobs.ts'
import { savedCardJobs } from './saved-cards/saved-cards.jobs.ts'
import { createRuleListMemory } from './rule-lists/rule-list-memory.ts'
import { ruleListFront } from './rule-lists/rule-lists.front.ts'
import { ruleListJobs } from './rule-lists/rule-lists.jobs.ts'
import { searchRoutes } from './search/search.routes.ts'
import { sessionJobs } from './sessions/sessions.jobs.ts'
import { createSessionWatch } from './sessions/session-watch.ts'
import { createSessions } from './sessions/sessions.ts'
import { readSettings } from './settings/settings.ts'
import { staffRoutes } from './staff/staff.routes.ts'
import { settingRoutes } from './settings/settings.routes.ts'
import { siteSearchRoutes } from './site-search/site-search.routes.ts'
import { createSignIns } from './sign-ins/note-sign-ins.ts'
import { signInJobs } from './sign-ins/sign-ins.jobs.ts'
import { signInRoutes } from './sign-ins/sign-ins.routes.ts'
import { statementJobs } from './statements/imports.jobs.ts'
import { statementImportRoutes } from './statements/imports.routes.ts'
import { createStatementReader } from './statements/reading/statement-reader.ts'
import { statementRoutes } from './statements/statements.routes.ts'
import { feedFront } from './feeds/feed.front.ts'
import { subscriptionJobs } from './subscriptions/subscriptions.jobs.ts'
import { subscriptionRoutes } from './subscriptions/subscriptions.routes.ts'
import { telegramChannel } from './telegram/telegram-channel.ts'
import { telegramJobs } from './telegram/telegram.jobs.ts'
import { telegramRoutes } from './telegram/telegram.routes.ts'
import { templateRoutes } from './templates/templates.routes.ts'
import { ticketInboxRoutes } from './tickets/inbox/ticket-inbox.routes.ts'
import { ticketDeskRoutes } from './tickets/ticket-desk.routes.ts'
import { ticketMailRoutes } from './tickets/mail/ticket-mail.routes.ts'
import { createTicketWatch } from './tickets/ticket-watch.ts'
import { ticketJobs } from './tickets/tickets.jobs.ts'
import { ticketRoutes } from './tickets/tickets.routes.ts'
import { reportWatchJobs } from './report-watch/report-watch.jobs.ts'
import { reportWatchRoutes } from './report-watch/report-watch.routes.ts'
import { trafficJobs } from './traffic/traffic.jobs.ts'
import { trafficRoutes } from './traffic/traffic.routes.ts'
import { usageAlertJobs } from './usage-alerts/usage-alerts.jobs.ts'
import { usageAlertRoutes } from './usage-alerts/usage-alerts.routes.ts'
import { withdrawalRoutes } from './withdrawals/withdrawals.routes.ts'
import { youthModeRoutes } from './youth-mode/youth-mode.routes.ts'

type Given = {
  config: Config
  database: Database
  log: Logger
  now?: () => Date
  channels?: Channel[] | undefined
  verifyUrls?: VerifyUrls | undefined
  lookMs?: number | undefined
}

export async function createApp({ lookMs, ...given }: Given): Promise<App> {
  allowPrivate(given.config.allowPrivateAddresses)
  const now = given.now ?? (() => new Date())
  let current = await readSettings(given.database.db, given.database.secrets)
  const settings = (): Settings => current
  const factorRequired = (): boolean => current['security.staff_second_factor']
  const pushAccess = createPushAccess()
  const places = createPlaces(given.database, given.log)
  const countryOf = given.config.geoipFile === null ? null : openCountries(given.config.geoipFile)
  const logged = (level: 'warn' | 'error', text: string) => (error: unknown) => given.log[level]({ err: error }, text)
  return {
    ...given,
    now,
    settings,
    reloadSettings: async () => {
      current = await readSettings(given.database.db, given.database.secrets)
    },
    oneSearch: oneSearch(),
    limits: createLimits(createCounters(given.database, now)),
    sessions: createSessions(given.database, now, factorRequired),
    useSecret: secretMemory(given.database),
    noteRefusedClock: refusedClocks(given.database, now, logged('warn', 'a clock could not be noted')),
    sessionWatch: createSessionWatch(given.database, { now, log: given.log, factorRequired }),
    places,
    addressOf: clientAddress(given.config.trustedProxies, createProxyNotes(given.database, now, given.log)),
    countryOf,
    verifyUrls: given.verifyUrls ?? verifyUrls,
    challengeSources: () => sourcesOf(current),
    channels: given.channels ?? [
      ...reminderChannels({ ...given, settings, pushAccess, now }),
      telegramChannel({ ...given, settings, now }),
    ],
    pushAccess,
    mailer: createMailer(),
    smsApis,
    files: createFileStorage(given.config.dataDir, settings),
    pictures: createPictures(),
    statements: createStatementReader(),
    grammar: createOwnChecker(),
    orderWatch: createOrderWatch(given.database, places),
    auditWatch: createAuditWatch(places),
    messageWatch: createMessageWatch(given.database, places, { now, lookMs, onError: logged('warn', 'messages could not be counted') }),
    ticketWatch: createTicketWatch(given.database, places, { lookMs, onError: logged('warn', 'tickets could not be watched') }),
    takenPlaces: createTakenPlaces(given.database, now),
    fetchLog: createFetchLog(given.database, {
      networkOf: addressPrefix,
      countryOf,
      alarmNetworks: () => current['subscription.alarm_networks'],
      now,
      onError: logged('error', 'link fetches could not be stored'),
    }),
    nodeData: inPurpose('nodes', () =>
      createNodeData(given.database, { now, settings, onError: logged('warn', 'node pulls could not be stored') }),
    ),
    pushSpool: createPushSpool(given.config.dataDir),
    ruleLists: createRuleListMemory(given.database.db, settings),
    signIns: createSignIns(given.database, { countryOf, now, onError: logged('error', 'sign-ins could not be stored') }),
    siteAccess: createSiteAccess(),
    refusals: createRefusals(given.database, { now, onError: logged('error', 'refused payment notifications could not be stored') }),
  }
}

/** Binds every route. Routes that are not listed here do not exist. */
export function createRouter(app: App): Router {
  const router = new Hono<Env>()
  logRequests(router, app)
  securityHeaders(router)
  answerFailures(router, app)
  healthRoutes(router, app)
  openapiRoutes(router)
  settingRoutes(router, app)
  challengeRoutes(router, app)
  accountRoutes(router, app)
  authRoutes(router, app)
  ownAccountRoutes(router, app)
  factorRoutes(router, app)
  passkeyRoutes(router, app)
  otherSiteRoutes(router, app)
  issuerRoutes(router, app)
  userListRoutes(router, app)
  accountAdminRoutes(router, app)
  memberActRoutes(router, app)
  memberNoteRoutes(router, app)
  memberTimelineRoutes(router, app)
  bulkChangeRoutes(router, app)
  staffRoutes(router, app)
  planRoutes(router, app)
  groupRoutes(router, app)
  couponRoutes(router, app)
  promotionRoutes(router, app)
  inPurpose('money', () => moneyRoutes(router, app))
  inviteRoutes(router, app)
  ticketRoutes(router, app)
  // Bound before the ticket desk, whose `:id` would match these paths.
  ticketMailRoutes(router, app)
  ticketDeskRoutes(router, app)
  subscriptionRoutes(router, app)
  linkFetchRoutes(router, app)
  checkInRoutes(router, app)
  usageAlertRoutes(router, app)
  messageRoutes(router, app)
  telegramRoutes(router, app)
  reminderRoutes(router, app)
  nodeRoutes(router, app)
  machineRoutes(router, app)
  outageRoutes(router, app)
  memberDeviceRoutes(router, app)
  diagnosisRoutes(router, app)
  trafficRoutes(router, app)
  reportWatchRoutes(router, app)
  templateRoutes(router, app)
  youthModeRoutes(router, app)
  appReleaseRoutes(router, app)
  gameRoutes(router, app)
  articleRoutes(router, app)
  articleDeskRoutes(router, app)
  articleCategoryRoutes(router, app)
  helpRoutes(router, app)
  noticeRoutes(router, app)
  messageCentreRoutes(router, app)
  noticeDeskRoutes(router, app)
  ticketInboxRoutes(router, app)
  cannedReplyRoutes(router, app)
  grammarRoutes(router, app)
  auditRoutes(router, app)
  signInRoutes(router, app)
  jobDeskRoutes(router, app)
  refusedNotificationRoutes(router, app)
  pageErrorRoutes(router, app)
  overviewRoutes(router, app)
  searchRoutes(router, app)
  siteSearchRoutes(router, app)
  fileRoutes(router, app)
  refuseOthers(router, app)
  return router
}

/** Routes whose database calls have the connections of the purpose `money`. */
function moneyRoutes(router: Router, app: App): void {
  orderRoutes(router, app)
  orderEventRoutes(router, app)
  orderDeskRoutes(router, app)
  paymentRoutes(router, app)
  receiptRoutes(router, app)
  disputeRoutes(router, app)
  savedCardRoutes(router, app)
  ledgerRoutes(router, app)
  monthRoutes(router, app)
  invoiceRoutes(router, app)
  statementRoutes(router, app)
  statementImportRoutes(router, app)
  notifyRoutes(router, app)
  redeemCodeRoutes(router, app)
  commissionRoutes(router, app)
  withdrawalRoutes(router, app)
}

/** Attaches the node WebSockets, which stay open outside requests. */
export function attachSockets(server: Server, app: App, lookMs?: number): { close: () => void } {
  return inPurpose('nodes', () => attachNodeSockets(server, app, lookMs))
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

export function createJobs(app: App): Job[] {
  return everyJob(app).map((job) => ({ ...job, work: (payload) => inPurpose('jobs', () => job.work(payload)) }))
}

function everyJob(app: App): Job[] {
  return [
    ...planJobs(app),
    ...orderJobs(app),
    ...paymentJobs(app),
    ...savedCardJobs(app),
    ...refundJobs(app),
    ...statementJobs(app),
    ...renewalJobs(app),
    ...ledgerJobs(app),
    ...monthJobs(app),
    ...invoiceJobs(app),
    ...commissionJobs(app),
    ...sessionJobs(app),
    ...codeJobs(app),
    ...oneTimeTokenJobs(app),
    ...knownDeviceJobs(app),
    ...challengeJobs(app),
    ...subscriptionJobs(app),
    ...linkFetchJobs(app),
    ...ruleListJobs(app),
    ...usageAlertJobs(app),
    ...eventJobs(app),
    ...messageJobs(app),
    ...telegramJobs(app),
    ...nodeJobs(app),
    ...outageJobs(app),
    ...articleJobs(app),
    ...noticeJobs(app),
    ...trafficJobs(app),
    ...reportWatchJobs(app),
    ...bulkChangeJobs(app),
    ...signInJobs(app),
    ...refusedNotificationJobs(app),
    ...pageErrorJobs(app),
    ...httpJobs(app),
    ...fileJobs(app),
    ...ownAccountJobs(app),
    ...ticketJobs(app),
  ]
}
