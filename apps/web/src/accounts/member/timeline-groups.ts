import type { TimelineContent, TimelineEntry } from '@portico/contract/member-timeline-admin'

/** `older`: those that say nearly the same, or are about the same ticket, newest first. */
export interface TimelineGroup {
  entry: TimelineEntry
  older: TimelineEntry[]
}

/** Fewest similar entries that are folded; entries of one ticket always are. */
const LEAST = 3

/** Entries that say nearly the same as one, at the place of the newest; what was said of a ticket stands below the ticket. */
export function groupEntries(entries: TimelineEntry[]): TimelineGroup[] {
  const alike = new Map<string, TimelineEntry[]>()
  for (const entry of entries) {
    const key = likeness(entry.content)
    if (key !== null) alike.set(key, [...(alike.get(key) ?? []), entry])
  }
  return entries.flatMap((entry): TimelineGroup[] => {
    const those = alike.get(likeness(entry.content) ?? '') ?? []
    const [first, ...more] = those
    const isTicket = ticketOf(entry.content) !== null
    if (more.length === 0 || (those.length < LEAST && !isTicket)) return [{ entry, older: [] }]
    if (entry !== first) return []
    const ticket = those.find(({ content }) => content.type === 'ticket')
    return [ticket ? { entry: { ...ticket, at: first.at }, older: those.filter((one) => one !== ticket) } : { entry, older: more }]
  })
}

/** Equal for entries that come again and again; null: each stands for itself. */
function likeness(content: TimelineContent): string | null {
  if (content.type === 'fetch') return ['fetch', content.client, content.network].join(' ')
  if (content.type === 'sign_in') return ['sign_in', content.result, content.device, content.ip].join(' ')
  if (content.type === 'told' && content.event.type === 'commission_confirmed') return 'commission'
  const ticket = ticketOf(content)
  return ticket === null ? null : `ticket ${ticket}`
}

/** The ticket that an entry is about; null: none. */
export function ticketOf(content: TimelineContent): number | null {
  if (content.type === 'ticket') return content.ticket_id
  if (content.type !== 'told') return null
  const { event } = content
  return event.type === 'ticket_answered' || event.type === 'ticket_closed' ? event.data.ticket_id : null
}
