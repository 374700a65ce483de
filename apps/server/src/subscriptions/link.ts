import type { Settings } from '@portico/contract/settings-admin'
import type { Config } from '../config.ts'
import { siteOrigin } from '../settings/settings.ts'

/** The address a member's client fetches. */
export function subscribeUrl(token: string, current: Settings, config: Config): string {
  return `${current['subscription.url'] || siteOrigin(current, config)}/s/${token}`
}
