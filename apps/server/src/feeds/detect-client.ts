import { type Format, FORMATS } from '../formats/dialect.ts'

/** `program` is whichever told its version: the core if it did, else the client. */
export type Detected = { format: Format; client: string; program: string | null; version: string | null }

/**
 * What a client wants, from an explicit `flag` or from its User-Agent. A flag always decides the format; a text nobody
 * knows means share links, which every client reads.
 */
export function detectClient({ flag, userAgent }: { flag?: string; userAgent: string }): Detected {
  const sender = identify(userAgent)
  const named = flag ? (clientOfFlag(flag) ?? identify(flag)) : sender
  const format = named.format
  const core = coreVersion(format, `${flag ?? ''} ${userAgent}`)
  if (core) return { format, client: sender.client, program: format, version: core }
  // An app's own version says nothing about a format that is not its own, nor about the core in it.
  const isOwn = sender.format === format && !cores.has(sender.client) && sender.client !== 'unknown'
  if (isOwn) return { format, client: sender.client, program: sender.client, version: appVersion(userAgent) }
  return { format, client: sender.client, program: named.client, version: null }
}

/** Clients named after their core put versions of their own where the core's would be: see `coreVersion` for what counts. */
const cores = new Set(['mihomo', 'sing-box'])

type Client = { client: string; format: Format; is: RegExp }

/**
 * The first line that matches wins, so those that name other clients stand above them. Samples of what each really
 * sends are in the test.
 */
const clients: Client[] = [
  // These say what they want, or name clients they are merely like.
  { client: 'nekobox', format: 'mihomo', is: /^Neko(?:Box|Ray)\b.*prefer clash/i },
  { client: 'nekobox', format: 'uri', is: /^Neko(?:Box|Ray)\b/i },
  { client: 'throne', format: 'uri', is: /^Throne\b/i },
  { client: 'hiddify', format: 'sing-box', is: /^Hiddify/i },
  { client: 'karing', format: 'sing-box', is: /^Karing\b/i },
  { client: 'stash', format: 'stash', is: /^Stash\b/i },
  { client: 'flclash', format: 'mihomo', is: /^FlClash/i },
  { client: 'happ', format: 'uri', is: /^Happ\b/i },
  { client: 'v2rayn', format: 'uri', is: /^v2rayN\b/i },
  { client: 'v2rayng', format: 'uri', is: /^v2rayNG\b/i },
  { client: 'v2box', format: 'uri', is: /^V2Box\b/i },
  { client: 'v2raytun', format: 'uri', is: /^v2raytun\b/i },
  { client: 'streisand', format: 'uri', is: /^Streisand\b/i },
  { client: 'passwall', format: 'uri', is: /^PassWall/i },
  { client: 'shadowrocket', format: 'shadowrocket', is: /^Shadowrocket\b/i },
  { client: 'surge', format: 'surge', is: /^Surge\b/i },
  { client: 'surfboard', format: 'surfboard', is: /^Surfboard\b/i },
  { client: 'loon', format: 'loon', is: /^Loon\b/i },
  // Loon under another name and with other numbers.
  { client: 'decar', format: 'loon', is: /^Decar\b/i },
  { client: 'quantumult-x', format: 'quantumult-x', is: /^Quantumult(?:%20|[ -])?X\b/i },
  { client: 'quantumult', format: 'uri', is: /^Quantumult\b/i },
  { client: 'outline', format: 'outline', is: /^Outline\b/i },

  // The official apps, then whatever else names the core as a word of its own.
  { client: 'sing-box', format: 'sing-box', is: /^SF[AIMT]\b/ },
  { client: 'sing-box', format: 'sing-box', is: /(?:^|[^a-z])sing-?box\b/i },

  { client: 'clash-verge', format: 'mihomo', is: /\bclash-?verge\b/i },
  { client: 'mihomo', format: 'mihomo', is: /\bmihomo\b|\bclash[ ._-]?meta|\bclashx[ .]?meta/i },
  { client: 'nyanpasu', format: 'mihomo', is: /\bclash[ -]nyanpasu\b/i },
  { client: 'clash-mi', format: 'mihomo', is: /^ClashMi\b/i },
  { client: 'openclash', format: 'mihomo', is: /^OpenClash\b/i },
  // Whatever else is called Clash may still have the core that was given up in 2023, and refuses what it does not know.
  { client: 'clash-for-windows', format: 'clash', is: /\bClash_?(?:for)?_?Win/i },
  { client: 'clash', format: 'clash', is: /clash/i },

  { client: 'browser', format: 'uri', is: /^Mozilla\// },
]

function identify(text: string): Pick<Client, 'client' | 'format'> {
  return clients.find(({ is }) => is.test(text)) ?? { client: 'unknown', format: 'uri' }
}

// Besides the formats' own names: what links of other panels carry, and apps whose name is not that of their format.
const flags: Partial<Record<Format, string[]>> = {
  uri: ['base64', 'general', 'v2ray', 'links', 'v2rayn', 'v2rayng', 'nekobox', 'sip002'],
  mihomo: ['meta', 'clashmeta', 'clash-meta', 'clash.meta', 'verge', 'flclash'],
  'sing-box': ['singbox', 'sing', 'sfa', 'sfi', 'sfm', 'sft', 'hiddify', 'karing'],
  xray: ['v2rayjson', 'v2ray-json', 'json'],
  'quantumult-x': ['quantumultx', 'quantumult%20x', 'quanx', 'qx'],
  sip008: ['shadowsocks', 'ss'],
}

function clientOfFlag(flag: string): Pick<Client, 'client' | 'format'> | null {
  const word = flag.trim().toLowerCase()
  const format = FORMATS.find((each) => each === word || flags[each]?.includes(word))
  return format ? { client: format, format } : null
}

function coreVersion(format: Format, text: string): string | null {
  if (format === 'sing-box') return /\bsing-box[ /]v?(\d+(?:\.\d+)+)/i.exec(text)?.[1] ?? null
  if (format === 'mihomo') return /\b(?:mihomo|clash\.meta)\/v?(\d+(?:\.\d+)+)/i.exec(text)?.[1] ?? null
  return null
}

/** The first number after the name: "Name/1.2.3", "Name 1.2.3", "Name/Android/1.2.3" or a build like "Name iOS/3090". */
function appVersion(userAgent: string): string | null {
  return /^(?!Mozilla\/)[^(;]*?[/ ]v?(\d+(?:\.\d+)*)/i.exec(userAgent)?.[1] ?? null
}
