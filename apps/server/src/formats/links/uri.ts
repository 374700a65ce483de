import { asQuery, withFragment } from '../app-links.ts'
import { contentTypes, everyDevice, type ListedFormat } from '../client-format.ts'
import { type FeedNode, toEntries } from '../feed-node.ts'
import { asciiBase64, type Compiled, createTemplate } from '../slots.ts'
import { nodeUri } from './share-link.ts'

export const uri = {
  title: { en: 'Share links', 'zh-CN': '通用链接' },
  about: { en: 'Base64, for v2rayN, v2rayNG and most others', 'zh-CN': 'Base64 格式，适用于 v2rayN、v2rayNG 等多数客户端' },
  flags: ['base64', 'general', 'v2ray', 'links', 'v2rayn', 'v2rayng', 'nekobox', 'sip002'],
  clients: [
    { client: 'nekobox', is: /^Neko(?:Box|Ray)\b/i },
    { client: 'throne', is: /^Throne\b/i },
    { client: 'happ', is: /^Happ\b/i },
    { client: 'v2rayn', is: /^v2rayN\b/i },
    { client: 'v2rayng', is: /^v2rayNG\b/i },
    { client: 'v2box', is: /^V2Box\b/i },
    { client: 'v2raytun', is: /^v2raytun\b/i },
    { client: 'streisand', is: /^Streisand\b/i },
    { client: 'passwall', is: /^PassWall/i },
    { client: 'quantumult', is: /^Quantumult\b/i },
    { client: 'subconverter', is: /^subconverter\b/i },
  ],
  // The User-Agents of some apps begin like a browser's and name the app later.
  mentions: [{ client: 'browser', is: /^Mozilla\// }],
  contentType: contentTypes.text,
  // Nothing says which of these apps read it.
  lacks: ['gecko'],
  since: {
    v2rayn: { hysteria2: [6, 31], salamander: [6, 31], 'vless-xhttp': [7, 3] },
    v2rayng: { hysteria2: [1, 9, 5], salamander: [1, 9, 5], 'vless-xhttp': [1, 9, 17] },
  },
  compile: ({ nodes }) => compileUriList(nodes),
  apps: [
    {
      name: 'v2rayNG',
      devices: ['android'],
      home: 'https://github.com/2dust/v2rayNG',
      rank: 60,
      link: (address, title) => `v2rayng://install-sub?${withFragment(address, title)}`,
    },
    { name: 'v2rayN', devices: ['windows', 'linux', 'mac'], home: 'https://github.com/2dust/v2rayN', rank: 70 },
    { name: 'Happ', devices: everyDevice, home: 'https://happ.su', rank: 140, link: (address) => `happ://add/${address}` },
    {
      name: 'NekoBox',
      devices: ['android'],
      home: 'https://github.com/MatsuriDayo/NekoBoxForAndroid',
      rank: 160,
      link: (address, title) => `sn://subscription?${asQuery(address, title)}`,
    },
  ],
} satisfies ListedFormat

/** Share links, one per line, all in base64. Every client without its own format understands them. */
export function compileUriList(nodes: readonly FeedNode[]): Compiled {
  const template = createTemplate()
  const links = toEntries(nodes, []).map((entry) => nodeUri(entry, template))
  return asciiBase64(template.compile(links.join('\r\n')))
}
