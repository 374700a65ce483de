import type { Database } from '../../db/client.ts'
import { encryptPush, type PushKeys } from './encrypt-push.ts'
import { isPushService, type PushAccess } from './push-access.ts'
import { pushIdentity } from './push-key.ts'

const PATIENCE_MS = 10_000

/** `tag`: a message with the same one replaces it. Nothing else about the member leaves, since a locked screen shows it. */
export type PushMessage = { title: string; path: string; tag: string }
/** `contact`: whom a push service may write to. `seconds`: how long it keeps the message for a browser that is off. */
export type PushRun = { database: Database; access: PushAccess; contact: string; seconds: number; now: Date }
/** `gone`: the browser takes no more messages. `refused`: the same message would be refused again. `later`: the service is busy or away. */
export type PushResult = 'sent' | 'gone' | 'refused' | 'later'

/** Hands one message to one browser's push service. Throws nothing that the service can cause. */
export async function sendPush(
  { database, access, contact, seconds, now }: PushRun,
  device: PushKeys & { endpoint: string },
  message: PushMessage,
): Promise<PushResult> {
  if (!isPushService(device.endpoint, access)) return 'gone'
  const identity = await pushIdentity(database)
  const body = encrypted(message, device)
  if (body === null) return 'gone'
  try {
    const answer = await fetch(device.endpoint, {
      method: 'POST',
      redirect: 'manual',
      signal: AbortSignal.timeout(PATIENCE_MS),
      headers: {
        authorization: identity.authorization(device.endpoint, contact, now),
        'content-encoding': 'aes128gcm',
        'content-type': 'application/octet-stream',
        ttl: String(seconds),
        urgency: 'normal',
      },
      body: new Uint8Array(body),
    })
    await answer.body?.cancel()
    return resultOf(answer.status)
  } catch {
    return 'later'
  }
}

function resultOf(status: number): PushResult {
  if (status === 404 || status === 410) return 'gone'
  if (status === 429 || status >= 500) return 'later'
  return status >= 200 && status < 300 ? 'sent' : 'refused'
}

/** The encrypted message; null: the browser's key is invalid. */
function encrypted(message: PushMessage, keys: PushKeys): Buffer | null {
  try {
    return encryptPush(JSON.stringify(message), keys)
  } catch {
    return null
  }
}
