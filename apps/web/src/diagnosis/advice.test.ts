import { Connection, Symptom } from '@portico/contract/connection-bundle'
import { expect, test } from 'vitest'
import { adviceFor } from './advice.ts'

test('every pair of answers gives two to four pieces of advice, none twice; a full list of devices comes first where it can be the cause, a public network before it; there is no advice before the questions are answered', () => {
  for (const symptom of Symptom.options)
    for (const connection of Connection.options)
      for (const isFull of [true, false]) {
        const given = adviceFor({ symptom, connection }, isFull)
        expect([symptom, connection, given.length >= 2 && given.length <= 4]).toEqual([symptom, connection, true])
        expect(new Set(given).size).toBe(given.length)
      }
  expect(adviceFor({ symptom: 'nothing_loads', connection: 'home' }, true)[0]).toBe('devices_full')
  expect(adviceFor({ symptom: 'slow', connection: 'home' }, true)).not.toContain('devices_full')
  expect(adviceFor({ symptom: 'app_error', connection: 'public' }, true).slice(0, 2)).toEqual(['public', 'devices_full'])
  expect(adviceFor({ symptom: 'slow', connection: null }, false)).toEqual([])
})
