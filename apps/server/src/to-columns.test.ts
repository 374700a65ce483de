import type { PromotionInput } from '@portico/contract/promotions-admin'
import { expect, test } from 'vitest'
import { plans } from './plans/plans.table.ts'
import { promotions } from './promotions/promotions.table.ts'
import { toColumns } from './to-columns.ts'

const input: PromotionInput = {
  name: '2026-11-28',
  content: '',
  translations: { en: { name: 'Sale', content: ' ' }, 'zh-CN': { name: '' } },
  percent: 20,
  new_members_only: true,
  enabled: true,
  plan_ids: [1],
  periods: null,
  starts_at: '2026-11-28T09:45:00Z',
  ends_at: null,
}

test('each field of an input is in the column of its name: times as dates, translations without empty texts', () => {
  const { plan_ids: planIds, new_members_only: newMembersOnly, starts_at: _, ends_at: endsAt, ...same } = input
  const startsAt = new Date('2026-11-28T09:45:00Z')
  expect(toColumns(promotions, input)).toEqual({
    ...same,
    translations: { en: { name: 'Sale' } },
    planIds,
    newMembersOnly,
    startsAt,
    endsAt,
  })
  expect(toColumns(plans, { month_price: 100, group_id: 2 })).toEqual({ month_price: 100, groupId: 2 })
})

test('an absent field leaves its column as it is', () => {
  expect(Object.keys(toColumns(promotions, { percent: 30 }))).toEqual(['percent'])
})

test('a field without a column, or of another type, does not compile', () => {
  const refused = [
    // @ts-expect-error -- there is no column for `colour`
    toColumns(promotions, { ...input, colour: 'red' }),
    // @ts-expect-error -- a percentage is a number
    toColumns(promotions, { ...input, percent: '20' }),
    // @ts-expect-error -- a time is text
    toColumns(promotions, { ...input, ends_at: new Date() }),
    // @ts-expect-error -- a name is never null
    toColumns(promotions, { ...input, name: null }),
  ]
  expect(refused).toHaveLength(4)
})
