import { BlockList, isIP } from 'node:net'
import type { Logger } from 'pino'
import type { Database } from '../db/client.ts'
import { untrustedProxies } from './untrusted-proxies.table.ts'

/** Called for every request with a forwarded header whose sender is not trusted. */
export type NoteProxy = (address: string) => void

/**
 * Warns in the log about the first untrusted sender of a process and stores it for the console. Anyone can send such a header, so one
 * outside our networks never hides one inside, which is more likely to be a forgotten proxy.
 */
export function createProxyNotes({ db }: Database, now: () => Date, log: Logger): NoteProxy {
  const noted = new Set<boolean>()
  return (address) => {
    const isInside = insideNetworks.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
    if (isIP(address) === 0 || noted.has(isInside)) return
    if (noted.size === 0)
      log.warn({ address }, 'forwarded headers of this address are ignored; if it is your proxy, add it to TRUSTED_PROXIES')
    noted.add(isInside)
    const row = { isInside, address, seenAt: now() }
    const { seenAt } = row
    const stored = db
      .insert(untrustedProxies)
      .values(row)
      .onConflictDoUpdate({ target: untrustedProxies.isInside, set: { address, seenAt } })
    stored.catch((error: unknown) => log.error({ err: error }, 'an untrusted proxy could not be stored'))
  }
}

const insideNetworks = new BlockList()
for (const [network, bits] of [
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['169.254.0.0', 16],
  ['100.64.0.0', 10],
] as const)
  insideNetworks.addSubnet(network, bits, 'ipv4')
for (const [network, bits] of [
  ['::1', 128],
  ['fc00::', 7],
  ['fe80::', 10],
] as const)
  insideNetworks.addSubnet(network, bits, 'ipv6')
