/** The network of an IP address, which hides single subscribers: IPv4 as /24, IPv6 as /48. */
export function networkOf(address: string): string {
  const four = /^(\d+\.\d+\.\d+)\.\d+$/.exec(address)
  if (four) return `${four[1]}.0/24`
  const [start = ''] = address.split('/')
  const [head = '', tail] = start.split('::')
  const given = head.split(':').filter(Boolean)
  const after = (tail ?? '').split(':').filter(Boolean)
  const zeros = tail === undefined ? [] : Array<string>(Math.max(0, 8 - given.length - after.length)).fill('0')
  return `${[...given, ...zeros, ...after].slice(0, 3).join(':')}::/48`
}
