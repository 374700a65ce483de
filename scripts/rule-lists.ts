/**
 * Writes the rule lists that are built in. Arguments: the `data` folder of v2fly/domain-list-community (MIT) and the folder of the
 * npm package @ip-location-db/asn-country (CC0).
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

type Item = { kind: string; value: string; tags: string[] }
type Range = { from: bigint; to: bigint }

const LISTS = new URL('../apps/server/src/rule-lists/lists/', import.meta.url)
const STREAMING =
  'abema apple-tvplus bahamut bbc dazn discoveryplus disney hbo hulu kktv netflix niconico primevideo ' +
  'spotify tiktok tvb twitch viu youtube'

const [domains = '', addresses = ''] = process.argv.slice(2)
if (domains === '' || addresses === '') throw new Error('usage: node scripts/rule-lists.ts <domain lists> <address ranges>')

// Names that a company uses outside China are marked "!cn".
const domestic = read('geolocation-cn').filter(({ tags }) => !tags.includes('!cn'))
write('cn', [{ kind: 'domain', value: 'cn', tags: [] }, { kind: 'domain', value: 'xn--fiqs8s', tags: [] }, ...domestic])
write('ads', read('category-ads-all'))
write('ai', read('category-ai-!cn'))
write('streaming', STREAMING.split(' ').flatMap(read))
writeAddresses()

function read(name: string): Item[] {
  return readFileSync(join(domains, name), 'utf8')
    .split('\n')
    .flatMap((line) => {
      const [first = '', ...rest] = (line.split('#')[0] ?? '').trim().split(/\s+/)
      if (first === '') return []
      const tags = rest.flatMap((part) => (part.startsWith('@') ? [part.slice(1)] : []))
      const [kind, value] = first.includes(':')
        ? [first.slice(0, first.indexOf(':')), first.slice(first.indexOf(':') + 1)]
        : ['domain', first]
      if (kind !== 'include') return [{ kind, value, tags }]
      const wanted = (item: Item): boolean =>
        tags.every((tag) => (tag.startsWith('-') ? !item.tags.includes(tag.slice(1)) : item.tags.includes(tag)))
      return read(value).filter(wanted)
    })
}

/** Without names that a shorter one covers. */
function write(name: string, items: Item[]): void {
  const suffixes = new Set(items.flatMap(({ kind, value }) => (kind === 'domain' ? [value] : [])))
  const isCovered = (value: string): boolean => {
    const labels = value.split('.')
    return labels.some((_, at) => at > 0 && suffixes.has(labels.slice(at).join('.')))
  }
  const whole = new Set(items.flatMap(({ kind, value }) => (kind === 'full' && !suffixes.has(value) ? [value] : [])))
  const lines = [
    ...[...suffixes].filter((value) => !isCovered(value)).toSorted(),
    ...[...whole]
      .filter((value) => !isCovered(value))
      .toSorted()
      .map((value) => `full:${value}`),
  ]
  save(name, lines)
}

function writeAddresses(): void {
  const of = (version: 4 | 6): string[] =>
    readFileSync(join(addresses, `asn-country-ipv${version}-num.csv`), 'utf8')
      .split('\n')
      .flatMap((line) => {
        const [from = '', to = '', country] = line.trim().split(',')
        return country === 'CN' ? [{ from: BigInt(from), to: BigInt(to) }] : []
      })
      .reduce<Range[]>((joined, range) => {
        const last = joined.at(-1)
        if (!last || last.to + 1n < range.from) return [...joined, range]
        last.to = range.to
        return joined
      }, [])
      .flatMap((range) => networks(range, version))
  save('cn-ip', [...of(4), ...of(6)])
}

function networks({ from, to }: Range, version: 4 | 6): string[] {
  const bits = version === 4 ? 32 : 128
  const found: string[] = []
  for (let start = from; start <= to;) {
    let size = 0
    while (size < bits && (start & (1n << BigInt(size))) === 0n && start + (1n << BigInt(size + 1)) - 1n <= to) size++
    // Smaller networks of version 6 are single offices: they would double the list.
    if (version === 4 || bits - size <= 32) found.push(`${version === 4 ? dotted(start) : colons(start)}/${bits - size}`)
    start += 1n << BigInt(size)
  }
  return found
}

function dotted(value: bigint): string {
  return [24n, 16n, 8n, 0n].map((shift) => (value >> shift) & 255n).join('.')
}

function colons(value: bigint): string {
  const words = Array.from({ length: 8 }, (_, at) => ((value >> BigInt(112 - 16 * at)) & 0xffffn).toString(16))
  return words.join(':').replace(/(?::0)+$/, '::')
}

function save(name: string, lines: string[]): void {
  writeFileSync(new URL(`${name}.txt`, LISTS), `${lines.join('\n')}\n`)
}
