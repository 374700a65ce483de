import type { Format } from './render/feed.ts'

export type Detected = { format: Format; coreVersion: string | null; client: string }

/**
 * What a client wants, from an explicit `flag` or from its User-Agent. A flag always decides the format; a text nobody
 * knows means share links, which every client reads. `coreVersion` is the core's own version, never the app's;
 * null when it is not told.
 */
export function detectFormat({ flag, userAgent }: { flag?: string; userAgent: string }): Detected {
  const sender = identify(userAgent)
  const format = flag ? (formatOfFlag(flag) ?? identify(flag).format) : sender.format
  return { format, coreVersion: coreVersion(format, `${flag ?? ''} ${userAgent}`), client: sender.client }
}

type Client = { client: string; format: Format; is: RegExp }

/**
 * The first line that matches wins, so those that name other clients stand above them. Clients whose own format is not
 * rendered yet get share links. Samples of what each really sends are in the test.
 */
const clients: Client[] = [
  // These say what they want, or name clients they are merely like.
  { client: 'nekobox', format: 'mihomo', is: /^Neko(?:Box|Ray)\b.*prefer clash/i },
  { client: 'nekobox', format: 'uri', is: /^Neko(?:Box|Ray)\b/i },
  { client: 'throne', format: 'uri', is: /^Throne\b/i },
  { client: 'hiddify', format: 'sing-box', is: /^Hiddify/i },
  { client: 'karing', format: 'sing-box', is: /^Karing\b/i },
  { client: 'stash', format: 'mihomo', is: /^Stash\b/i },
  { client: 'flclash', format: 'mihomo', is: /^FlClash/i },
  { client: 'happ', format: 'uri', is: /^Happ\b/i },
  { client: 'v2rayn', format: 'uri', is: /^v2rayN\b/i },
  { client: 'v2rayng', format: 'uri', is: /^v2rayNG\b/i },
  { client: 'v2box', format: 'uri', is: /^V2Box\b/i },
  { client: 'v2raytun', format: 'uri', is: /^v2raytun\b/i },
  { client: 'streisand', format: 'uri', is: /^Streisand\b/i },
  { client: 'shadowrocket', format: 'uri', is: /^Shadowrocket\b/i },
  { client: 'surge', format: 'uri', is: /^Surge\b/i },
  { client: 'surfboard', format: 'uri', is: /^Surfboard\b/i },
  { client: 'loon', format: 'uri', is: /^(?:Loon|Decar)\b/i },
  { client: 'quantumult-x', format: 'uri', is: /^Quantumult(?:%20|[ -])?X\b/i },
  { client: 'quantumult', format: 'uri', is: /^Quantumult\b/i },

  // The official apps, then whatever else names the core as a word of its own.
  { client: 'sing-box', format: 'sing-box', is: /^SF[AIMT]\b/ },
  { client: 'sing-box', format: 'sing-box', is: /(?:^|[^a-z])sing-?box\b/i },

  { client: 'clash-verge', format: 'mihomo', is: /\bclash-?verge\b/i },
  { client: 'clash-for-windows', format: 'mihomo', is: /\bClash_?(?:for)?_?Win/i },
  { client: 'mihomo', format: 'mihomo', is: /\bmihomo\b|\bclash[ ._-]?meta|\bclashx[ .]?meta/i },
  { client: 'clash', format: 'mihomo', is: /clash/i },

  { client: 'browser', format: 'uri', is: /^Mozilla\// },
]

function identify(text: string): Pick<Client, 'client' | 'format'> {
  return clients.find(({ is }) => is.test(text)) ?? { client: 'unknown', format: 'uri' }
}

// Links handed out name the format; the other words are what links of other panels carry.
const flags: Record<Format, string[]> = {
  uri: ['uri', 'base64', 'general', 'v2ray', 'links'],
  mihomo: ['mihomo', 'clash', 'meta', 'clashmeta', 'clash-meta', 'clash.meta', 'verge'],
  'sing-box': ['sing-box', 'singbox', 'sing', 'sfa', 'sfi', 'sfm', 'sft'],
}

function formatOfFlag(flag: string): Format | null {
  const word = flag.trim().toLowerCase()
  const found = Object.entries(flags).find(([, words]) => words.includes(word))
  return found ? (found[0] as Format) : null // the record's keys are formats
}

function coreVersion(format: Format, text: string): string | null {
  if (format === 'sing-box') return /\bsing-box[ /]v?(\d+(?:\.\d+)+)/i.exec(text)?.[1] ?? null
  if (format === 'mihomo') return /\b(?:mihomo|clash\.meta)\/v?(\d+(?:\.\d+)+)/i.exec(text)?.[1] ?? null
  return null
}
