import type { Settings } from '@portico/contract/settings-admin'
import type { Logger } from 'pino'
import type { AuditWatch } from './audit-log/audit-watch.ts'
import type { VerifyUrls } from './challenges/provider.ts'
import type { Config } from './config.ts'
import type { Database } from './db/client.ts'
import type { NoteRefusedClock } from './diagnosis/note-clock.ts'
import type { Channel } from './events/channel.ts'
import type { Pictures } from './files/pictures.ts'
import type { FileStorage } from './files/storage/file-storage.ts'
import type { OwnChecker } from './grammar/own-checker.ts'
import type { CountryOf } from './http/country.ts'
import type { AddressOf } from './http/client-address.ts'
import type { Limits } from './http/limits.ts'
import type { OneSearch } from './db/pool/one-search.ts'
import type { UseSecret } from './http/signature/used-secrets.ts'
import type { SiteAccess } from './issuers/site-access.ts'
import type { FetchLog } from './link-fetches/fetch-log.ts'
import type { MessageWatch } from './message-centre/message-watch.ts'
import type { Mailer } from './messages/mail/mailer.ts'
import type { SmsApis } from './messages/sms/sms-provider.ts'
import type { PushSpool } from './node-api/push-spool.ts'
import type { NodeData } from './node-api/node-data.ts'
import type { OrderWatch } from './orders/order-watch.ts'
import type { TakenPlaces } from './plans/capacity.ts'
import type { Places } from './processes/places.ts'
import type { PushAccess } from './reminders/push/push-access.ts'
import type { Refusals } from './refused-notifications/note-refusals.ts'
import type { RuleListMemory } from './rule-lists/rule-list-memory.ts'
import type { SessionWatch } from './sessions/session-watch.ts'
import type { Sessions } from './sessions/sessions.ts'
import type { SignIns } from './sign-ins/note-sign-ins.ts'
import type { StatementReader } from './statements/reading/statement-reader.ts'
import type { TicketWatch } from './tickets/ticket-watch.ts'

/** Everything a handler can use. Built once in serve.ts, and once per test. */
export type App = {
  config: Config
  database: Database
  now: () => Date
  log: Logger
  /** The settings as last read. The database notifies every process of changes, and each reads them again. */
  settings: () => Settings
  reloadSettings: () => Promise<void>
  limits: Limits
  oneSearch: OneSearch
  sessions: Sessions
  useSecret: UseSecret
  noteRefusedClock: NoteRefusedClock
  sessionWatch: SessionWatch
  places: Places
  addressOf: AddressOf
  /** URLs where Turnstile and reCAPTCHA check solutions. */
  verifyUrls: VerifyUrls
  /** Origins that pages load the challenge from; none for the built-in one. */
  challengeSources: () => readonly string[]
  /** Country of an IP address; null: no country file is configured. */
  countryOf: CountryOf | null
  /** Channels that notify members of events. */
  channels: Channel[]
  pushAccess: PushAccess
  /** Mail and SMS leave through these; tests put their own servers here. */
  mailer: Mailer
  smsApis: SmsApis
  /** Storage of the bytes of uploaded files. */
  files: FileStorage
  /** Rewrites uploaded pictures, in processes of their own. */
  pictures: Pictures
  /** Reads bank statements, in a process of its own. */
  statements: StatementReader
  /** The built-in grammar checker, in a process of its own. */
  grammar: OwnChecker
  orderWatch: OrderWatch
  auditWatch: AuditWatch
  messageWatch: MessageWatch
  ticketWatch: TicketWatch
  takenPlaces: TakenPlaces
  fetchLog: FetchLog
  nodeData: NodeData
  ruleLists: RuleListMemory
  /** Reports of nodes that wait for the database. */
  pushSpool: PushSpool
  signIns: SignIns
  refusals: Refusals
  /** How sign-in sites are called: API addresses and cached clients. */
  siteAccess: SiteAccess
}
