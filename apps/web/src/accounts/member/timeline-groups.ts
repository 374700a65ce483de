import type { TimelineContent, TimelineEntry } from '@portico/contract/member-timeline-admin'

/** `older`: those that say nearly the same, newest first. */
export interface TimelineGroup {
  entry: TimelineEntry
  older: TimelineEntry[]
}

/** Two alike are still read one by one. */
const LEAST = 3

/** Entries that say nearly the same as one, at the place of the newest. */
export function groupEntries(entries: TimelineEntry[]): TimelineGroup[] {
  const alike = new Map<string, TimelineEntry[]>()
  for (const entry of entries) {
    const key = likeness(entry.content)
    if (key !== null) alike.set(key, [...(alike.get(key) ?? []), entry])
  }
  return entries.flatMap((entry): TimelineGroup[] => {
    const those = alike.get(likeness(entry.content) ?? '') ?? []
    if (those.length < LEAST) return [{ entry, older: [] }]
    return entry === those[0] ? [{ entry, older: those.slice(1) }] : []
  })
}

/** Equal for entries that come again and again; null: each stands for itself. */
function likeness(content: TimelineContent): string | null {
  if (content.type === 'fetch') return ['fetch', content.client, content.network].join(' ')
  if (content.type === 'sign_in') return ['sign_in', content.result, content.device, content.ip].join(' ')
  return content.type === 'told' && content.event.type === 'commission_confirmed' ? 'commission' : null
}
