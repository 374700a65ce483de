import { isIP } from 'node:net'

// A file in the MaxMind DB format, version 2.0: https://maxmind.github.io/MaxMind-DB/

type Networks = Record<string, string>
type Tree = (number | { data: number } | null)[][]
const MARKER = Buffer.concat([Buffer.from([0xab, 0xcd, 0xef]), Buffer.from('MaxMind.com')])

/** Turns `{ '192.0.2.0/24': 'DE', '2001:db8::/32': 'JP' }` into the bytes of a country file. */
export function countryFile(networks: Networks, databaseType = 'GeoLite2-Country'): Buffer {
  const tree: Tree = [[null, null]]
  const records: Buffer[] = []
  let size = 0
  for (const [network, code] of Object.entries(networks)) {
    insert(tree, bitsOf(network), { data: size })
    const record = map({ country: map({ iso_code: text(code) }) })
    records.push(record)
    size += record.length
  }
  const metadata = map({
    binary_format_major_version: uint16(2),
    binary_format_minor_version: uint16(0),
    build_epoch: uint32(1_760_000_000),
    database_type: text(databaseType),
    description: map({ en: text('test') }),
    ip_version: uint16(6),
    node_count: uint32(tree.length),
    record_size: uint16(32),
  })
  return Buffer.concat([nodesOf(tree), Buffer.alloc(16), ...records, MARKER, metadata])
}

/** The bits of a 128-bit network; IPv4 comes first, after ninety-six zeros. */
function bitsOf(network: string): number[] {
  const [address = '', length = '0'] = network.split('/')
  const bits = (numbers: number[], width: number) => numbers.flatMap((n) => n.toString(2).padStart(width, '0').split('').map(Number))
  if (isIP(address) === 4) return [...Array<number>(96).fill(0), ...bits(address.split('.').map(Number), 8)].slice(0, 96 + Number(length))
  const [head = '', tail = ''] = address.split('::')
  const groups = (part: string): number[] => (part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16)))
  const [left, right] = [groups(head), groups(tail)]
  const zeros = Array<number>(8 - left.length - right.length).fill(0)
  return bits([...left, ...zeros, ...right], 16).slice(0, Number(length))
}

function insert(tree: Tree, bits: number[], leaf: { data: number }): void {
  let node = 0
  for (const [i, bit] of bits.entries()) {
    if (i === bits.length - 1) tree[node]![bit] = leaf
    else {
      const next = tree[node]![bit]
      if (typeof next === 'number') node = next
      else {
        tree[node]![bit] = tree.length
        node = tree.push([null, null]) - 1
      }
    }
  }
}

/** Each node is two numbers: the index of a node, the number of nodes for "nothing", or more for an offset into the data. */
function nodesOf(tree: Tree): Buffer {
  const bytes = Buffer.alloc(tree.length * 8)
  for (const [i, node] of tree.entries()) {
    for (const [side, target] of node.entries()) {
      const value = target === null ? tree.length : typeof target === 'number' ? target : tree.length + 16 + target.data
      bytes.writeUInt32BE(value, i * 8 + side * 4)
    }
  }
  return bytes
}

function text(value: string): Buffer {
  const bytes = Buffer.from(value)
  if (bytes.length > 28) throw new Error('too long for one size byte')
  return Buffer.concat([Buffer.from([(2 << 5) | bytes.length]), bytes])
}

function uint16(value: number): Buffer {
  return Buffer.from([(5 << 5) | 2, value >> 8, value & 255])
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(5)
  bytes.writeUInt8((6 << 5) | 4)
  bytes.writeUInt32BE(value, 1)
  return bytes
}

function map(entries: Record<string, Buffer>): Buffer {
  const pairs = Object.entries(entries).flatMap(([key, value]) => [text(key), value])
  return Buffer.concat([Buffer.from([(7 << 5) | Object.keys(entries).length]), ...pairs])
}
