import { BlockList, isIP } from 'node:net'
import type { Logger } from 'pino'
import type { Database } from '../db/client.ts'
import type { NoteProxy } from '../http/client-address.ts'
import { unreadableForwards, untrustedProxies } from './untrusted-proxies.table.ts'

/** Milliseconds between two notes of a process about the same header. */
const UNREADABLE_MS = 10 * 60_000
const MAX_SENT = 80

/**
 * Warns in the log about the first untrusted sender of a process and stores it for the console. Anyone can send such a header, so one
 * outside our networks never hides one inside, which is more likely to be a forgotten proxy.
 */
export function createProxyNotes({ db }: Database, now: () => Date, log: Logger): NoteProxy {
  const noted = new Set<boolean>()
  const unreadable = new Map<string, number>()
  const orLog = (stored: Promise<unknown>): void => {
    stored.catch((error: unknown) => log.error({ err: error }, 'what a proxy sent could not be stored'))
  }

  function noteUntrusted(address: string): void {
    const isInside = insideNetworks.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
    if (noted.has(isInside)) return
    if (noted.size === 0)
      log.warn({ address }, 'forwarded headers of this address are ignored; if it is your proxy, add it to TRUSTED_PROXIES')
    noted.add(isInside)
    const row = { isInside, address, seenAt: now() }
    orLog(db.insert(untrustedProxies).values(row).onConflictDoUpdate({ target: untrustedProxies.isInside, set: row }))
  }

  return (proxy, unread) => {
    if (!unread) return noteUntrusted(proxy)
    const { header } = unread
    const at = now()
    if (at.getTime() - (unreadable.get(header) ?? -Infinity) < UNREADABLE_MS) return
    if (!unreadable.has(header)) log.warn({ proxy, header }, 'a trusted proxy sends what is no address, so its visitors count as one')
    unreadable.set(header, at.getTime())
    // Its shape: it may hold a visitor's address.
    const sent = unread.sent
      .replace(/[^\x20-\x7e]/g, '?')
      .replace(/\d/g, '0')
      .slice(0, MAX_SENT)
    const row = { header, proxy, sent, seenAt: at }
    orLog(db.insert(unreadableForwards).values(row).onConflictDoUpdate({ target: unreadableForwards.header, set: row }))
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
