import type { Settings } from '@portico/contract/settings-admin'
import type { Config } from '../../config.ts'
import type { Database } from '../../db/client.ts'
import { siteOrigin } from '../../settings/settings.ts'
import type { PushAccess } from './push-access.ts'
import { listPushDevices, removeDevices } from './push-devices.ts'
import { type PushMessage, type PushResult, sendPush } from './send-push.ts'

const KEPT_S = 24 * 3600

export type PushPost = { database: Database; config: Config; settings: () => Settings; pushAccess: PushAccess; now: () => Date }

/** Sends a message to all browsers of a member and removes those that take no more. Says what became of each. */
export async function pushMember(post: PushPost, accountId: number, message: PushMessage): Promise<PushResult[]> {
  const { database, pushAccess: access } = post
  const devices = await listPushDevices(database.db, accountId)
  const run = { database, access, contact: contactOf(post), seconds: KEPT_S, now: post.now() }
  const results = await Promise.all(devices.map((device) => sendPush(run, device, message)))
  const gone = devices.filter((_, i) => results[i] === 'gone')
  await removeDevices(
    database.db,
    gone.map(({ id }) => id),
  )
  return results
}

/** Push services want a way to reach who runs the site. */
function contactOf({ settings, config }: PushPost): string {
  const origin = siteOrigin(settings(), config)
  return origin.startsWith('https:') ? origin : `mailto:${settings()['mail.from'] || 'operator@localhost'}`
}
