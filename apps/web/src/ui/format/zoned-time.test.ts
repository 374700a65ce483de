import { expect, test } from 'vitest'
import { momentAt } from './zoned-time.ts'

test.each([
  ['2030-01-31 09:05', 'Asia/Shanghai', '2030-01-31T01:05:00.000Z'],
  ['2030-01-31 09:05:30', 'UTC', '2030-01-31T09:05:30.000Z'],
  ['2030-07-01 00:00', 'America/New_York', '2030-07-01T04:00:00.000Z'],
  ['2030-03-31 03:30', 'Europe/Berlin', '2030-03-31T01:30:00.000Z'],
  ['2030-10-27 04:00', 'Europe/Berlin', '2030-10-27T03:00:00.000Z'],
])('clocks showing %s in %s mean %s', (wall, zone, iso) => expect(momentAt(wall, zone).toISOString()).toBe(iso))
