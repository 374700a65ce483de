import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { Time } from '@portico/contract/paging'
import { toWire } from './to-wire.ts'

const Note = z.object({
  id: z.int(),
  written_by_staff: z.boolean(),
  created_at: Time,
  read_at: z.nullable(Time),
  tag: z.nullable(z.string()),
})
const createdAt = new Date('2026-11-28T09:45:00.000Z')
const row = { id: 7, writtenByStaff: true, createdAt, readAt: null, tag: null, secret: 'stays' }

test('an answer has the fields of the contract and no other, with times as text', () => {
  const wire = { id: 7, written_by_staff: true, created_at: '2026-11-28T09:45:00.000Z', read_at: null, tag: null }
  expect(Object.entries(toWire(Note, row))).toEqual(Object.entries(wire))
})

test('what is missing, surplus or of another type does not compile', () => {
  const { tag: _, ...untagged } = row
  const refused = [
    // @ts-expect-error -- `tag` is missing
    toWire(Note, untagged),
    // @ts-expect-error -- the contract has no `title`
    toWire(Note, { ...row, title: 'surplus' }),
    // @ts-expect-error -- a time is given as a date
    toWire(Note, { ...row, readAt: '2026-11-28' }),
    // @ts-expect-error -- `created_at` is never null
    toWire(Note, { ...row, createdAt: null }),
  ]
  expect(refused).toHaveLength(4)
})
