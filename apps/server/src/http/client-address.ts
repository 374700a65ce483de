import { BlockList, isIP } from 'node:net'

type ForwardedHeader = 'x-forwarded-for' | 'forwarded'
/** `header`: reads a header of the call; of one that came twice, both values with a comma between. */
export type AddressOf = (socketAddress: string | undefined, header: (name: ForwardedHeader) => string | undefined) => string
/** Hears of a peer that sent such a header without being trusted, or of a trusted one that sent what is no address. */
export type NoteProxy = (address: string, unread?: { header: ForwardedHeader; sent: string }) => void

/**
 * The caller's address. X-Forwarded-For, else Forwarded (RFC 7239), is read from the right, and only while each hop is a trusted proxy,
 * so callers cannot choose their own address.
 */
export function clientAddress(trustedProxies: string[], noteProxy: NoteProxy = () => {}): AddressOf {
  const isTrusted = trustedBy(trustedProxies)
  return (socketAddress, header) => {
    let address = addressIn(socketAddress ?? '')
    if (address === null) return socketAddress ?? ''
    const name = header('x-forwarded-for') === undefined ? 'forwarded' : 'x-forwarded-for'
    const sent = header(name)
    if (sent === undefined) return address
    if (!isTrusted(address)) noteProxy(address)
    const hops = name === 'forwarded' ? split(sent).map(forOf) : split(sent)
    while (isTrusted(address)) {
      const hop = hops.pop()
      if (hop === undefined) break
      const next = addressIn(hop)
      if (next === null) {
        noteProxy(address, { header: name, sent: hop })
        break
      }
      address = next
    }
    return address
  }
}

/**
 * The parts of a list that have any text. A quoted string is no place to split. Quotes are matched from the right: what the proxy added
 * is well formed, and an open quote of the caller's, further left, must not swallow it.
 */
function split(list: string, separator = ','): string[] {
  const parts: string[] = []
  let [end, isQuoted] = [list.length, false]
  for (let at = end - 1; at >= -1; at--) {
    if (list[at] === '"' && !isEscaped(list, at)) isQuoted = !isQuoted
    if (at >= 0 && (isQuoted || list[at] !== separator)) continue
    parts.unshift(list.slice(at + 1, end).trim())
    end = at
  }
  return parts.filter(Boolean)
}

function isEscaped(text: string, at: number): boolean {
  let before = at
  while (text[before - 1] === '\\') before--
  return (at - before) % 2 === 1
}

/** Who called, in an element such as `for="[2001:db8::1]:4711";proto=https`; one that does not say stays whole. */
function forOf(element: string): string {
  const said = split(element, ';').find((pair) => /^for\s*=/i.test(pair))
  return said?.replace(/^for\s*=\s*/i, '') ?? element
}

/** The address in what proxies write: in quotes or brackets, with a port or a zone, an IPv4 address as IPv6. null: none is there. */
function addressIn(text: string): string | null {
  const bare = text
    .trim()
    .replace(/^"(.*)"$/s, '$1')
    .replaceAll('\\', '')
    .trim()
  // An IPv6 address without brackets has no end that could be told from a port, unless all its parts are there.
  const port = /(?<=\]|\.\d+|^(?:[\da-f]+:){7}[\da-f]+):(?:\d{1,5}|_[\w.-]+)$/i
  for (const one of [bare, bare.replace(port, '')]) {
    const [address = ''] = one.replace(/^\[(.*)\]$/s, '$1').split('%')
    if (isIP(address) !== 0) return plain(address)
  }
  return null
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

/** An IPv4 address that came as IPv6 (`::ffff:192.0.2.1`) as what it is. */
function plain(address: string): string {
  if (!address.includes(':') || !/ffff:|\./i.test(address)) return address
  const short = URL.parse(`http://[${address}]`)?.hostname.slice(1, -1) ?? address
  const [, high, low] = /^::ffff:([0-9a-f]+):([0-9a-f]+)$/.exec(short) ?? []
  if (high === undefined || low === undefined) return short
  return [high, low].flatMap((half) => [Number.parseInt(half, 16) >> 8, Number.parseInt(half, 16) & 255]).join('.')
}
