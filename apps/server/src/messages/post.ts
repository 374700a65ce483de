import type { Settings } from '@portico/contract/settings-admin'
import type { Config } from '../config.ts'
import type { Database } from '../db/client.ts'
import type { Mailer } from './mail/mailer.ts'
import type { SmsApis } from './sms/sms-provider.ts'

/** The parts of the app that sending needs. */
export type Post = {
  config: Config
  database: Database
  settings: () => Settings
  mailer: Mailer
  smsApis: SmsApis
  now: () => Date
}
