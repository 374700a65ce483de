import type { Language } from '@portico/contract/translations'
import type { Format } from './formats.ts'
import { messageNode } from './message-node.ts'
import type { FeedNode, Site } from './feed-node.ts'
import { sharedSlot } from './slots.ts'

/** Formats whose clients show a list of nodes and often nothing else. */
export const LISTS: ReadonlySet<Format> = new Set(['uri', 'loon', 'quantumult-x', 'sip008'])

const words: Record<Language, { left: string; until: string }> = {
  en: { left: 'Left', until: 'Until' },
  'zh-CN': { left: '剩余流量', until: '到期时间' },
}

/** Entries that lead nowhere; their names show traffic left and end date. */
export function infoNodes(format: Format, { infoNodes: wanted, language, zone }: Site): FeedNode[] {
  if (!wanted || !LISTS.has(format)) return []
  const { left, until } = words[language ?? 'en']
  return [messageNode(`${left}: ${leftSlot}`, -1), messageNode(`${until}: ${untilSlot(zone)}`, -2)]
}

const GB = 2 ** 30
// A link's name is not encoded again after it is filled, so both values are letters, digits, dots and dashes.
const leftSlot = sharedSlot('left', ({ transferEnable, up, down }) => `${(Math.max(0, transferEnable - up - down) / GB).toFixed(2)}GB`)

const zones: string[] = []

function untilSlot(zone: string): string {
  if (!zones.includes(zone)) zones.push(zone)
  // Swedish writes a day as YYYY-MM-DD.
  const day = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' })
  return sharedSlot(`until${zones.indexOf(zone)}`, ({ expiresAt }) => (expiresAt === null ? '-' : day.format(expiresAt)))
}
