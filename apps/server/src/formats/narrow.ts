import { type Protocol, PROTOCOLS } from '@portico/contract/protocols'
import type { FeedNode } from './feed-node.ts'

/** Nodes that a link asks for; empty lists ask for all. */
export type Narrowing = { types: readonly Protocol[]; words: readonly string[]; key: string }

const MAX_TEXT = 200
const MAX_WORD = 20
const aliases: Record<string, Protocol> = { v2ray: 'vmess', ss: 'shadowsocks', hy2: 'hysteria2', hysteria1: 'hysteria', socks5: 'socks' }

/**
 * Reads `types`, protocols such as "vless|trojan", and `filter`, words in names such as "HK,JP". Both accept either separator.
 * Unknown protocols are ignored; null if nothing remains.
 */
export function readNarrowing(types: string, filter: string): Narrowing | null {
  if (types === '' && filter === '') return null
  const asked = split(types.toLowerCase())
  const wanted = PROTOCOLS.filter((protocol) => asked.some((word) => (aliases[word] ?? word) === protocol))
  const words = split(filter.toLowerCase()).map((word) => word.slice(0, MAX_WORD))
  if (wanted.length === 0 && words.length === 0) return null
  return { types: wanted, words, key: JSON.stringify([wanted, words]) }
}

/** The nodes with one of the protocols and one of the words in their name. */
export function narrow(nodes: readonly FeedNode[], { types, words }: Narrowing): FeedNode[] {
  return nodes.filter(({ name, settings }) => {
    const lower = name.toLowerCase()
    return (types.length === 0 || types.includes(settings.protocol)) && (words.length === 0 || words.some((word) => lower.includes(word)))
  })
}

function split(text: string): string[] {
  return text
    .slice(0, MAX_TEXT)
    .split(/[|,]/)
    .map((word) => word.trim())
    .filter(Boolean)
}
