import { settingGroups, settingKeys } from '@portico/contract/settings/registry'
import { expect, test } from 'vitest'
import { fieldKey, findSettings, groupIds, groupOf } from './chapters.ts'

test('each group of settings is in one chapter, and each setting has a page; an error inside a list, or in one language of a text, leads to the field that shows it', () => {
  expect(groupIds.toSorted()).toEqual(Object.keys(settingGroups).toSorted())
  for (const key of settingKeys) expect([key, groupOf(key)]).toEqual([key, expect.any(String)])
  expect(fieldKey('topup.tiers.0.amount')).toBe('topup.tiers')
  expect(fieldKey('site.title_en')).toBe(fieldKey('site.title'))
  expect(groupOf('no.such')).toBeUndefined()
})

test('the search reads labels in both languages, keys, and the names of groups', () => {
  const keys = (search: string): string[] => findSettings(search).map(({ key }) => key)
  expect(keys('手续费')).toContain('withdrawal.fee_percent')
  expect(keys('withdrawal.fee_percent')).toEqual(['withdrawal.fee_percent'])
  expect(new Set(findSettings('withdrawals').map(({ group }) => group))).toContain('withdrawals')
  expect(keys('channels')[0]).toBe('service.channels')
  expect(keys('  ')).toEqual([])
})
