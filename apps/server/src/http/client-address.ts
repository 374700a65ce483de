import { BlockList, isIP } from 'node:net'

export type AddressOf = (socketAddress: string | undefined, forwardedFor: string | undefined) => string

/**
 * The caller's address. X-Forwarded-For is read from the right, and only while each hop is a trusted proxy, so callers cannot
 * choose their own address. `noteProxy` hears of untrusted senders of that header.
 */
export function clientAddress(trustedProxies: string[], noteProxy: (address: string) => void = () => {}): AddressOf {
  const isTrusted = trustedBy(trustedProxies)
  return (socketAddress, forwardedFor) => {
    let address = plain(socketAddress ?? '')
    if (forwardedFor !== undefined && isIP(address) !== 0 && !isTrusted(address)) noteProxy(address)
    const hops = (forwardedFor ?? '').split(',').map((hop) => plain(hop.trim()))
    while (isIP(address) !== 0 && isTrusted(address)) {
      const next = hops.pop()
      if (next === undefined || isIP(next) === 0) break
      address = next
    }
    return address
  }
}

/** Whether an address is one of these proxies, which are addresses or CIDR blocks. */
export function trustedBy(trustedProxies: string[]): (address: string) => boolean {
  const trusted = new BlockList()
  for (const entry of trustedProxies) {
    const [address = '', bits] = entry.split('/')
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    if (isIP(address) === 0) continue
    if (bits === undefined) trusted.addAddress(address, family)
    else trusted.addSubnet(address, Number(bits), family)
  }
  return (address) => trusted.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
}

/** The network one subscriber usually has: an IPv4 address, or the /64 of an IPv6 address. */
export function addressPrefix(address: string): string {
  if (isIP(address) !== 6) return address
  const [head = '', tail] = address.split('::')
  const left = head === '' ? [] : head.split(':')
  const right = tail === undefined || tail === '' ? [] : tail.split(':')
  const full =
    tail === undefined ? left : [...left, ...Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => '0'), ...right]
  return `${full
    .slice(0, 4)
    .map((part) => Number.parseInt(part, 16).toString(16))
    .join(':')}::/64`
}

/** The network of an address that somebody typed, or of a /64 as it is shown; null: the text is neither. */
export function networkIn(text: string): string | null {
  const address = text.trim().replace(/::\/64$/, '::')
  return isIP(address) === 0 ? null : addressPrefix(address)
}

/** The key with the /48 in place of the /64 at its end; null: it has no /64. */
export function widerNetwork(key: string): string | null {
  const [, start = '', head = ''] = /^(.* )?((?:[0-9a-f]+:){3})[0-9a-f]+::\/64$/s.exec(key) ?? []
  return head === '' ? null : `${start}${head}:/48`
}

function plain(address: string): string {
  return address.startsWith('::ffff:') && address.includes('.') ? address.slice(7) : address
}
