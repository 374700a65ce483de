import type { Settings } from '@portico/contract/settings-admin'
import type { Config } from '../config.ts'
import { siteOrigin } from '../settings/settings.ts'

/** A link for mail: from the site's address in the settings or the configuration, never from a request. `path` starts with one slash. */
export function mailLink({ settings, config }: { settings: () => Settings; config: Config }, path: string): string {
  if (!/^\/(?![/\\])[^\s\p{Cc}]*$/u.test(path)) throw new Error('a link needs a path of our own site')
  return siteOrigin(settings(), config) + path
}
