import { PROTOCOLS } from '@portico/contract/protocols'
import { expect, test } from 'vitest'
import type { Feature } from './features.ts'
import { knownClients, readBy } from '../client-rules/readable.ts'
import { detectClient } from '../feeds/detect-client.ts'
import { type Format, formats } from './formats.ts'

const columns: [title: string, format: Format, program: string][] = [
  ['mihomo', 'mihomo', 'mihomo'],
  ['Clash Verge', 'mihomo', 'clash-verge'],
  ['sing-box', 'sing-box', 'sing-box'],
  ['Xray JSON', 'xray', 'xray'],
  ['Stash', 'stash', 'stash'],
  ['Surge', 'surge', 'surge'],
  ['Surfboard', 'surfboard', 'surfboard'],
  ['Loon', 'loon', 'loon'],
  ['Quantumult X', 'quantumult-x', 'quantumult-x'],
  ['Shadowrocket', 'shadowrocket', 'shadowrocket'],
  ['v2rayN', 'uri', 'v2rayn'],
  ['v2rayNG', 'uri', 'v2rayng'],
  ['Clash', 'clash', 'clash'],
  ['SIP008', 'sip008', 'sip008'],
]
const parts: Feature[] = [
  'vless-reality',
  'reality-xray',
  'vision',
  'vless-encryption',
  'vless-grpc',
  'vless-httpupgrade',
  'vless-xhttp',
  'trojan-reality',
  'trojan-grpc',
  'vmess-grpc',
  'ss-2022',
  'ss-obfs',
  'ss-websocket',
  'salamander',
  'gecko',
  'socks-tls',
  'http-tls',
  'ech',
  'insecure',
]

/** "–": the node is left out. A version: from it on. "official": only in the makers' own apps, unless a setting says more. */
function cell(format: Format, program: string, feature: Feature): string {
  const { lacks = [], unsure = [], since = {} } = formats[format]
  if (lacks.includes(feature) || lacks.some((one) => one === protocolOf(feature))) return '–'
  const least = since[program]?.[feature]?.join('.')
  const mark = unsure.includes(feature) ? 'official' : 'yes'
  return least === undefined ? mark : unsure.includes(feature) ? `${mark} ${least}` : least
}

function protocolOf(part: Feature): string {
  const known: Partial<Record<Feature, string>> = { vision: 'vless', 'reality-xray': 'vless', salamander: 'hysteria2', gecko: 'hysteria2' }
  const [prefix = ''] = part.split('-')
  return known[part] ?? (prefix === 'ss' ? 'shadowsocks' : prefix)
}

test('the guide says which client gets which nodes and headers', async () => {
  const row = (cells: string[]): string => `| ${cells.join(' | ')} |`
  const table = (features: readonly Feature[]): string =>
    [
      row(['', ...columns.map(([title]) => title)]),
      row(['---', ...columns.map(() => '---')]),
      ...features.map((feature) => row([`\`${feature}\``, ...columns.map(([, format, program]) => cell(format, program, feature))])),
    ].join('\n')
  const byItself = knownClients.map((userAgent) => {
    const { client, format } = detectClient({ userAgent })
    return row([client, `\`${userAgent}\``, format, (readBy(client) ?? []).filter((one) => one !== format).join(', ') || '–'])
  })
  const clients = [row(['client', 'User-Agent, such as', 'gets', 'also reads']), row(['---', '---', '---', '---']), ...byItself].join('\n')
  await expect(
    `${HEAD}\n${table(PROTOCOLS)}\n\n## Parts of protocols\n\n${table(parts)}\n\n${TAIL}\n${RULES}\n${clients}\n`,
  ).toMatchFileSnapshot('../../../../docs/guide/clients.md')
})

const HEAD = `# What each client gets

This page is written by \`client-table.test.ts\` from the rules that decide it. \`npm run test:clients\` starts mihomo, sing-box and Xray,
if they are on \`PATH\`, with a profile of every node that the table gives them.

"yes": nodes with it are in the profile. "–": they are left out. A version: from that version of the client on; a client that does not
tell its version counts as new. "official": only apps of sing-box's makers, unless the setting *Naive nodes go to* says more.

## Protocols
`

const TAIL = `## Headers

| header | sent to | read by |
| --- | --- | --- |
| \`subscription-userinfo\` | all | apps of the Clash and sing-box families, Surge, Loon, Quantumult X, v2rayN, Happ, v2RayTun, Streisand |
| \`profile-update-interval\` (hours) | all | apps of the Clash family, Hiddify, Karing, Happ, v2RayTun. Surge and Surfboard read it in the profile |
| \`profile-title\` | all | Hiddify, Karing, FlClash, Happ, v2RayTun, Streisand |
| \`profile-web-page-url\` | all | apps of the Clash family, Hiddify, Karing, Happ |
| \`content-disposition\` | all | apps of the Clash family and Surge, as the profile's name |
| \`support-url\` | share links, Xray JSON, sing-box | Hiddify, Happ, v2RayTun |
| \`announce\` | share links, Xray JSON, sing-box | Happ, v2RayTun |

Who reads a header is from the clients' documentation, not from a test. Shadowrocket reads the traffic in the first line of its list,
SIP008 in its own fields. For clients that show neither, the setting *Traffic and end as nodes* puts both into names of entries.
`

const RULES = `## Rules by client

*Servers*, *Rules by client* in the console decides otherwise for an app, a version, a header or a country. The first rule that fits decides;
a link that names a format (\`?flag=\`) keeps it. Patterns are plain text in any case, never regular expressions. A version is the first
number behind the pattern: with "begins with NewApp/", that of \`NewApp/2.1 (iOS)\` is 2.1.

The dry run names every fetch of the last 24 hours whose answer would change. A rule is refused if a client could get a format that it does
not read. What a client "also reads" is what is known of it, not tested here; an unknown app may get anything.
`
