import type { IncomingHttpHeaders } from 'node:http'
import type { Language } from '@portico/contract/translations'
import type { App } from '../app.ts'
import { devicePlaces } from '../linked-devices/device-places.ts'
import { deviceNames } from '../linked-devices/list-devices.ts'
import { readSaid } from '../linked-devices/said.ts'
import { siteOrigin } from '../settings/settings.ts'
import type { FeedMember } from './feed-members.ts'

/** Names in one message; clients show few characters of a node's name. */
const NAMED = 4

type Asking = { headers: IncomingHttpHeaders; client: string; language: Language }
type DeviceGate = {
  /** Gives the device that fetches a link its place. null: it has one; else what its app is told. */
  pass: (member: FeedMember, asking: Asking) => Promise<string | null>
  /** Which devices hold the places, and where to free one. */
  full: (member: FeedMember, language: Language) => Promise<string>
}

/** Lets devices with a place through. An id is the app's word, so this is a courtesy: what holds are credentials of their own. */
export function deviceGate(app: App): DeviceGate {
  const places = devicePlaces(app)

  async function full({ accountId }: FeedMember, language: Language): Promise<string> {
    const names = await deviceNames(app.database.db, accountId, language)
    const rest = names.length - NAMED
    const named = names.slice(0, NAMED).join(language === 'en' ? ', ' : '、')
    const address = `${siteOrigin(app.settings(), app.config)}/user/devices`
    if (language === 'en') return `All places are taken: ${named}${rest > 0 ? ` and ${rest} more` : ''}. Free one at ${address}`
    return `设备名额已满：${named}${rest > 0 ? `等 ${names.length} 台` : ''}。请到 ${address} 移除一台`
  }

  async function pass(member: FeedMember, { headers, client, language }: Asking): Promise<string | null> {
    const { accountId, deviceId } = member
    const fetch = { accountId, deviceId, said: readSaid(headers), client }
    if (fetch.said === null && deviceId === null) return null
    const hasPlace = await places.take(fetch, app.settings()['subscription.hwid']).catch((error: unknown) => {
      // Without the database links still work, so this may not stop them.
      app.log.warn({ err: error }, 'a device could not be counted')
      return true
    })
    if (hasPlace) return null
    if (deviceId === null) return full(member, language)
    const address = `${siteOrigin(app.settings(), app.config)}/user/devices`
    return language === 'en'
      ? `This link belongs to another device. Add yours at ${address}`
      : `此链接属于另一台设备，请到 ${address} 添加本设备`
  }

  return { pass, full }
}
