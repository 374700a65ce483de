import type { Settings } from '@portico/contract/settings-admin'

/** What a rule depends on besides the database: a moment and the settings at that moment. */
export type Context = { now: Date; settings: Settings }
