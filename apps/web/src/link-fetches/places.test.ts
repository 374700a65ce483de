import { expect, test } from 'vitest'
import { placesOf } from './places.ts'

test('each client in each network is listed once, with its latest fetch', () => {
  const fetch = (client: string, network: string, at: string) => ({ client, format: 'mihomo', network, country: null, at })
  const newest = fetch('mihomo', '192.0.2.1', '2026-03-03T00:00:00Z')
  const other = fetch('stash', '192.0.2.1', '2026-03-02T00:00:00Z')
  const elsewhere = fetch('mihomo', '192.0.2.2', '2026-03-01T00:00:00Z')
  expect(placesOf([newest, other, fetch('mihomo', '192.0.2.1', '2026-03-01T12:00:00Z'), elsewhere])).toEqual([newest, other, elsewhere])
  expect(placesOf([])).toEqual([])
})
