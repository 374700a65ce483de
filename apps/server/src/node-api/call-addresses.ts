import { BlockList, isIP } from 'node:net'

/** Whether calls with a node's secret may come from this address. The list holds addresses and CIDR blocks; an empty one allows any. */
export function mayCallFrom(address: string, callAddresses: string[]): boolean {
  if (callAddresses.length === 0) return true
  const family = (text: string): 'ipv6' | 'ipv4' => (isIP(text) === 6 ? 'ipv6' : 'ipv4')
  const allowed = new BlockList()
  for (const entry of callAddresses) {
    const [start = '', bits] = entry.split('/')
    if (bits === undefined) allowed.addAddress(start, family(start))
    else allowed.addSubnet(start, Number(bits), family(start))
  }
  return isIP(address) !== 0 && allowed.check(address, family(address))
}
