import type { Settings } from '@portico/contract/settings-admin'
import type { Logger } from 'pino'
import type { VerifyUrls } from './challenges/provider.ts'
import type { Config } from './config.ts'
import type { Database } from './db/client.ts'
import type { NoteRefusedClock } from './diagnosis/note-clock.ts'
import type { Channel } from './events/channel.ts'
import type { CountryOf } from './http/country.ts'
import type { AddressOf } from './http/client-address.ts'
import type { Limits } from './http/limits.ts'
import type { OneSearch } from './db/pool/one-search.ts'
import type { UseSecret } from './http/signature/used-secrets.ts'
import type { ReadOld } from './links/link-paths.ts'
import type { Mailer } from './messages/mail/mailer.ts'
import type { SmsApis } from './messages/sms/sms-provider.ts'
import type { Places } from './processes/places.ts'
import type { PushAccess } from './reminders/push/push-access.ts'
import type { SessionWatch } from './sessions/session-watch.ts'
import type { Sessions } from './sessions/sessions.ts'

/** What every noun can use. Built once in serve.ts, and once per test. What belongs to one noun is a `service` of it. */
export type App = {
  config: Config
  database: Database
  /** The database's address as its owner, without a pooler. */
  ownerUrl: string
  now: () => Date
  log: Logger
  /** The settings as last read. The database notifies every process of changes, and each reads them again. */
  settings: () => Settings
  /** Reads an address as links of other panels, whose list is read again with the settings. */
  readOld: ReadOld
  reloadSettings: () => Promise<void>
  /** What nouns have made for this app: see `service.ts`. */
  services: Map<unknown, { made: unknown; stop: () => unknown }>
  /** Aborted when the process stops, which ends what stays open, such as streams. */
  stopping: AbortController
  /** How often what callers follow is looked for; undefined: as often as each says. */
  lookMs: number | undefined
  limits: Limits
  oneSearch: OneSearch
  sessions: Sessions
  useSecret: UseSecret
  noteRefusedClock: NoteRefusedClock
  sessionWatch: SessionWatch
  places: Places
  addressOf: AddressOf
  /** The network of an address. */
  networkOf: (address: string) => string
  /** Where solutions of Turnstile and reCAPTCHA are checked. */
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
}
