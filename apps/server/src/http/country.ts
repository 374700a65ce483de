import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { type CountryResponse, Reader } from 'mmdb-lib'

/** ISO 3166 code of the country of an address, or of an IPv6 network such as `2001:db8:0:1::/64`; null: unknown. */
export type CountryOf = (address: string) => string | null

/** Records in the cache: a file of countries has some hundreds, a file of cities many more. */
const MAX_CACHED = 10_000

/** Reads a file in MaxMind's format into memory. Throws an error whose message can follow the file's name. */
export function openCountries(path: string): CountryOf {
  const reader = openReader(readBytes(path))
  const { databaseType } = reader.metadata
  if (!/country|city|enterprise/i.test(databaseType)) throw new Error(`holds ${databaseType}, not countries`)
  return (address) => {
    const [start = ''] = address.split('/')
    if (isIP(start) === 0) return null
    const found = lookUp(reader, start)
    return found?.country?.iso_code ?? found?.registered_country?.iso_code ?? null
  }
}

/** A damaged record, or an IPv6 address in a file of IPv4 ones, has no country. */
function lookUp(reader: Reader<CountryResponse>, address: string): CountryResponse | null {
  try {
    return reader.get(address)
  } catch {
    return null
  }
}

function readBytes(path: string): Buffer {
  try {
    return readFileSync(path)
  } catch (error) {
    throw new Error(`cannot be read: ${error instanceof Error ? error.message : String(error)}`, { cause: error })
  }
}

function openReader(bytes: Buffer): Reader<CountryResponse> {
  try {
    return new Reader<CountryResponse>(bytes, { cache: boundedCache() })
  } catch (error) {
    throw new Error('is not a file in the MaxMind DB format', { cause: error })
  }
}

function boundedCache() {
  const known = new Map<string | number, unknown>()
  return {
    get: (key: string | number) => known.get(key),
    set(key: string | number, value: unknown) {
      if (known.size >= MAX_CACHED) known.clear()
      known.set(key, value)
    },
  }
}
