import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { countryFile } from '../../test/country-file.ts'
import { readConfig } from '../config.ts'
import { openCountries } from './country.ts'

const folder = mkdtempSync(join(tmpdir(), 'portico-country-'))
afterAll(() => rmSync(folder, { recursive: true }))
function file(name: string, bytes: Buffer | string): string {
  const path = join(folder, name)
  writeFileSync(path, bytes)
  return path
}
const networks = { '192.0.2.0/24': 'DE', '198.51.100.64/26': 'SG', '2001:db8::/32': 'JP' }

test('an address has the country of its network, an IPv6 network that of its first address, others none; a damaged record gives no country', () => {
  const countryOf = openCountries(file('countries.mmdb', countryFile(networks)))
  const known = { '192.0.2.7': 'DE', '198.51.100.64': 'SG', '198.51.100.63': null, '2001:db8:0:1::/64': 'JP', '2001:db9::1': null }
  for (const [address, country] of Object.entries(known)) expect(countryOf(address), address).toBe(country)
  for (const nonsense of ['', 'unknown', '192.0.2', '/']) expect(countryOf(nonsense)).toBeNull()
  // The second look-up comes from the cache.
  expect(countryOf('192.0.2.8')).toBe('DE')
  const bytes = countryFile({ '192.0.2.0/24': 'DE' })
  bytes.fill(0, bytes.indexOf('country') - 2, bytes.indexOf('country'))
  expect(openCountries(file('damaged.mmdb', bytes))('192.0.2.1')).toBeNull()
})

test.each([
  ['a file that is not there', join(folder, 'none.mmdb'), /cannot be read: ENOENT/],
  ['a folder', folder, /cannot be read: EISDIR/],
  ['any other file', file('other.mmdb', 'not a database'), /is not a file in the MaxMind DB format/],
  ['a file of networks’ owners', file('asn.mmdb', countryFile(networks, 'GeoLite2-ASN')), /holds GeoLite2-ASN, not countries/],
])('%s is a configuration error, reported in one line before start-up', (_, path, wanted) => {
  const read = readConfig({ GEOIP_FILE: path })
  const faults = 'faults' in read ? read.faults : []
  expect(faults).toHaveLength(1)
  expect(faults[0]).toMatch(wanted)
  expect(faults[0]).toMatch(/^GEOIP_FILE: /)
})

test('a valid file is opened by its full path; without one there is none', () => {
  const path = file('good.mmdb', countryFile(networks))
  expect(readConfig({ GEOIP_FILE: path })).toMatchObject({ geoipFile: path })
  expect(readConfig({})).toMatchObject({ geoipFile: null })
})
