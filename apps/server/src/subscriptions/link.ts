import type { Settings } from '@portico/contract/settings-admin'
import type { Config } from '../config.ts'
import { linkOrigin } from '../settings/settings.ts'

/** The URL that a member's client fetches. */
export function subscribeUrl(token: string, current: Settings, config: Config): string {
  return `${linkOrigin(current, config)}/s/${token}`
}

export const PAC_PATH = '/api/v1/client/pac'

/** The URL from which a browser fetches its proxy auto-configuration. */
export function pacUrl(token: string, current: Settings, config: Config): string {
  return `${linkOrigin(current, config)}${PAC_PATH}?token=${token}`
}
