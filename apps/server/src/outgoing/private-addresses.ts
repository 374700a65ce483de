import { lookup } from 'node:dns/promises'
import { BlockList, isIP } from 'node:net'

/** Reserved for machines, networks and groups, so that nothing on the internet has them. */
const RESERVED = [
  ['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.0.0.0/24', '192.168.0.0/16'],
  ['198.18.0.0/15', '224.0.0.0/4', '240.0.0.0/4'],
  ['::/127', '64:ff9b::/96', '64:ff9b:1::/48', 'fc00::/7', 'fe80::/10', 'ff00::/8'],
].flat()

const reserved = new BlockList()
for (const range of RESERVED) {
  const [address = '', bits] = range.split('/')
  reserved.addSubnet(address, Number(bits), isIP(address) === 6 ? 'ipv6' : 'ipv4')
}

/** Allowed places as operators write them. Global, because drivers know no app. */
const allowed = new Set<string>()

/** Allows calls to these, though they are on this machine or in a private network. Each is `host:port`, or `host:*` for every port. */
export function allowPrivate(places: Iterable<string>): void {
  for (const place of places) allowed.add(place.toLowerCase())
}

/** An IPv4 address inside an IPv6 address counts as the IPv4 address. */
export function isPrivate(address: string): boolean {
  return reserved.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
}

/** `host:port` of a web address, with the usual port if it names none. */
export function placeOf(url: URL): string {
  return `${url.hostname}:${url.port || (url.protocol === 'https:' ? 443 : 80)}`
}

export function isAllowed(url: URL, places: ReadonlySet<string> = allowed): boolean {
  return places.has(placeOf(url)) || places.has(`${url.hostname}:*`)
}

/** The host as an address; null: it is a name. */
export function literalAddress({ hostname }: URL): string | null {
  const bare = hostname.replace(/^\[|\]$/g, '')
  return isIP(bare) === 0 ? null : bare
}

/** Whether a call there is refused as things are. A name that cannot be found now is looked up again by each call. */
export async function isRefused(url: URL): Promise<boolean> {
  return !isAllowed(url) && leadsInside(url)
}

export async function leadsInside(url: URL): Promise<boolean> {
  const literal = literalAddress(url)
  if (literal !== null) return isPrivate(literal)
  const found = await lookup(url.hostname, { all: true }).catch(() => [])
  return found.some(({ address }) => isPrivate(address))
}
