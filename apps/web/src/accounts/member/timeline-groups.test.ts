import type { TimelineContent, TimelineEntry } from '@portico/contract/member-timeline-admin'
import { expect, test } from 'vitest'
import { groupEntries } from './timeline-groups.ts'

const fetched = (client: string): TimelineContent => ({ type: 'fetch', client, format: 'clash', network: '203.0.113.2', country: null })
const noted: TimelineContent = { type: 'note', text: 'Called', author: 'support' }
const entries = (contents: TimelineContent[]): TimelineEntry[] =>
  contents.map((content, i) => ({ cursor: String(i), at: `2030-01-0${9 - i}T00:00:00Z`, content }))
const read = (contents: TimelineContent[]): string[] =>
  groupEntries(entries(contents)).map(({ entry, older }) => [entry, ...older].map(({ cursor }) => cursor).join())

test('three fetches by the same app are one entry at the place of the newest; two of a kind, and notes however many, stay entries of their own; what a member was told of a ticket stands below the ticket, at the time of the newest', () => {
  expect(read([fetched('a'), noted, fetched('a'), fetched('b'), fetched('a')])).toEqual(['0,2,4', '1', '3'])
  expect(read([fetched('a'), fetched('a'), noted, noted, noted])).toEqual(['0', '1', '2', '3', '4'])
  const ticket: TimelineContent = { type: 'ticket', ticket_id: 7, subject: 'Slow', status: 'closed', replies: 2 }
  const told = (id: number): TimelineContent => ({
    type: 'told',
    event: { type: 'ticket_answered', data: { ticket_id: id, seq: 2, subject: 'Slow' } },
  })
  expect(read([told(7), told(8), ticket])).toEqual(['2,0', '1'])
  const [first] = groupEntries(entries([told(7), ticket]))
  expect([first?.entry.content.type, first?.entry.at]).toEqual(['ticket', '2030-01-09T00:00:00Z'])
})
