import { resolve } from 'node:path'
import { readableUrl } from './db/hosts/host-list.ts'
import { parseKey } from './db/secret-box.ts'
import { openCountries } from './http/country.ts'

export type Config = {
  port: number
  host: string
  dataDir: string
  /** null: Portico runs its own PostgreSQL under `dataDir`. */
  databaseUrl: string | null
  /** Connects without a pooler, as the role that owns the tables; null: `databaseUrl` does both. */
  databaseDirectUrl: string | null
  /** The origin people use; null: none was given. */
  publicUrl: string | null
  adminEmail: string
  /** The first operator's; null: one is made and printed once. */
  adminPassword: string | null
  logLevel: string
  /** Addresses or CIDR blocks whose X-Forwarded-For is trusted. */
  trustedProxies: string[]
  /** `host:port` or `host:*` of gateways on this machine or in a private network. Others there are not called. */
  allowPrivateAddresses: string[]
  /** Bearer token for /metrics when the settings name none. Without either, /metrics answers 404. */
  metricsToken: string | null
  /** Country file in MaxMind's format; null: no countries are shown. */
  geoipFile: string | null
  /** Prints mail and SMS that cannot be sent to the terminal, with their codes. Set by `npm run dev` alone. */
  printMessages: boolean
  /** Encrypts secrets in the database; null: a key file under `dataDir` is used, or no key with `databaseUrl`. */
  settingsKey: Buffer | null
}

export type ConfigFaults = { faults: string[] }

/** Megabytes with which the server and its database start. */
const LEAST_MEMORY = 200
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']

/** Reads the environment and changes nothing. Each fault is one line that names the variable. */
export function readConfig(env: Record<string, string | undefined>): Config | ConfigFaults {
  const faults: string[] = []
  const take = (name: string, fallback: string): string => env[name]?.trim() || fallback

  const port = Number(take('PORT', '8080'))
  if (!Number.isInteger(port) || port < 0 || port > 65_535) faults.push(`PORT must be a whole number from 0 to 65535, not "${env['PORT']}"`)

  const [databaseUrl = null, databaseDirectUrl = null] = ['DATABASE_URL', 'DATABASE_DIRECT_URL'].map((name) => {
    const text = env[name]?.trim() || null
    const url = text && readableUrl(text)
    if (text && !url)
      faults.push(`${name} must be an address such as postgres://user:password@host:5432/name; several hosts are a:5432,b:5432`)
    return url
  })
  if (take('DATABASE_DIRECT_URL', '') && !take('DATABASE_URL', '')) faults.push('DATABASE_DIRECT_URL must come with DATABASE_URL')

  const publicUrl = env['PUBLIC_URL']?.trim().replace(/\/+$/, '') || null
  if (publicUrl && !/^https?:\/\/[^\s/]+$/.test(publicUrl)) {
    faults.push(`PUBLIC_URL must be an origin such as https://example.com, not "${publicUrl}"`)
  }

  const adminEmail = take('ADMIN_EMAIL', 'admin@example.com')
  if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(adminEmail)) faults.push(`ADMIN_EMAIL must be an e-mail address, not "${adminEmail}"`)
  const adminPassword = env['ADMIN_PASSWORD'] || null
  if (adminPassword && adminPassword.length < 8) faults.push('ADMIN_PASSWORD must have at least 8 characters')

  const logLevel = take('LOG_LEVEL', 'info')
  if (!LOG_LEVELS.includes(logLevel)) faults.push(`LOG_LEVEL must be one of ${LOG_LEVELS.join(', ')}, not "${logLevel}"`)

  const trustedProxies = take('TRUSTED_PROXIES', '')
    .split(/[\s,]+/)
    .filter(Boolean)
  for (const entry of trustedProxies) {
    if (!/^[0-9a-fA-F.:]+(\/\d{1,3})?$/.test(entry)) faults.push(`TRUSTED_PROXIES: "${entry}" is neither an address nor a CIDR block`)
  }
  const allowPrivateAddresses = take('ALLOW_PRIVATE_ADDRESSES', '')
    .split(/[\s,]+/)
    .filter(Boolean)
  for (const entry of allowPrivateAddresses) {
    if (!/^(\[[0-9a-fA-F:.]+\]|[^\s:/@]+):(\d{1,5}|\*)$/.test(entry)) {
      faults.push(`ALLOW_PRIVATE_ADDRESSES: "${entry}" is not a host and port such as 127.0.0.1:8080`)
    }
  }
  const geoipFile = env['GEOIP_FILE']?.trim() ? resolve(env['GEOIP_FILE'].trim()) : null
  const geoipFault = geoipFile && countryFault(geoipFile)
  if (geoipFault) faults.push(`GEOIP_FILE: ${geoipFile} ${geoipFault}`)
  const keyText = env['SETTINGS_KEY']?.trim() || null
  const settingsKey = keyText === null ? null : parseKey(keyText)
  if (keyText !== null && settingsKey === null) {
    faults.push('SETTINGS_KEY must be 32 bytes in base64 or hex, such as "openssl rand -base64 32" prints')
  }
  const memory = Number(take('MEMORY_MB', '256'))
  if (!Number.isInteger(memory) || memory < LEAST_MEMORY) {
    faults.push(`MEMORY_MB must be a whole number of megabytes from ${LEAST_MEMORY}, not "${env['MEMORY_MB']}"`)
  }
  if (faults.length > 0) return { faults }
  return {
    port,
    host: take('HOST', '127.0.0.1'),
    dataDir: resolve(take('DATA_DIR', './data')),
    databaseUrl,
    databaseDirectUrl,
    publicUrl,
    adminEmail,
    adminPassword,
    logLevel,
    trustedProxies,
    allowPrivateAddresses,
    metricsToken: env['METRICS_TOKEN']?.trim() || null,
    geoipFile,
    printMessages: env['PRINT_MESSAGES'] === '1',
    settingsKey,
  }
}

/** Why the country file cannot be used; null: it can. */
function countryFault(path: string): string | null {
  try {
    openCountries(path)
    return null
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
