import { contentTypes, type ListedFormat } from '../client-format.ts'
import type { FeedNode, Site } from '../feed-node.ts'
import type { Compiled, Credential } from '../slots.ts'
import { compileUriList } from './uri.ts'

export const shadowrocket = {
  title: { en: 'Shadowrocket', 'zh-CN': 'Shadowrocket' },
  about: { en: 'Share links with your traffic in the first line', 'zh-CN': '通用链接，首行显示流量信息' },
  clients: [{ client: 'shadowrocket', is: /^Shadowrocket\b/i }],
  contentType: contentTypes.text,
  lacks: ['vless-encryption', 'ech', 'reality-xray', 'gecko', 'naive', 'mieru'],
  since: { shadowrocket: { hysteria2: [1993], salamander: [1993], anytls: [2592] } },
  compile: ({ nodes, site }) => compileShadowrocket(nodes, site),
  apps: [
    {
      name: 'Shadowrocket',
      devices: ['ios', 'mac'],
      home: 'https://apps.apple.com/app/id932747118',
      rank: 30,
      isPaid: true,
      // It calls itself Safari.
      isFlagged: true,
      link: (address, title) =>
        `shadowrocket://add/sub://${Buffer.from(address, 'utf8').toString('base64')}?remark=${encodeURIComponent(title)}`,
    },
  ],
} satisfies ListedFormat

/** Share links after a line with the member's traffic. Shadowrocket shows this line; it does not read the header. */
function compileShadowrocket(nodes: readonly FeedNode[], { zone }: Site): Compiled {
  const links = compileUriList(nodes)
  // Swedish writes a day as YYYY-MM-DD. In the site's zone, as its pages say it.
  const day = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' })
  return (credential) => statusLine(credential, day) + links(credential)
}

/**
 * The first line of a list of links, in base64. Spaces pad it to a length divisible by three, so that the encoded links can simply
 * follow.
 */
function statusLine({ up, down, transferEnable, expiresAt }: Credential, day: Intl.DateTimeFormat): string {
  const gb = (bytes: number): string => (bytes / 2 ** 30).toFixed(2)
  const end = expiresAt === null ? 'N/A' : day.format(expiresAt)
  const line = `STATUS=🚀↑:${gb(up)}GB,↓:${gb(down)}GB,TOT:${gb(transferEnable)}GB💡Expires:${end}`
  const padding = ' '.repeat((3 - ((Buffer.byteLength(line) + 2) % 3)) % 3)
  return Buffer.from(`${line}${padding}\r\n`, 'utf8').toString('base64')
}
