import { contentTypes, type ListedFormat } from '../client-format.ts'
import type { FeedNode } from '../feed-node.ts'
import type { Compiled, Credential } from '../slots.ts'
import { compileUriList } from './uri.ts'

export const shadowrocket = {
  title: { en: 'Shadowrocket', 'zh-CN': 'Shadowrocket' },
  about: { en: 'Share links with your traffic in the first line', 'zh-CN': '通用链接，首行显示流量信息' },
  clients: [{ client: 'shadowrocket', is: /^Shadowrocket\b/i }],
  contentType: contentTypes.text,
  lacks: ['vless-encryption', 'ech', 'naive', 'mieru'],
  since: { shadowrocket: { hysteria2: [1993], salamander: [1993], anytls: [2592] } },
  compile: ({ nodes }) => compileShadowrocket(nodes),
  apps: [
    {
      name: 'Shadowrocket',
      devices: ['ios', 'mac'],
      home: 'https://apps.apple.com/app/id932747118',
      rank: 30,
      // It calls itself Safari.
      isFlagged: true,
      link: (address, title) =>
        `shadowrocket://add/sub://${Buffer.from(address, 'utf8').toString('base64')}?remark=${encodeURIComponent(title)}`,
    },
  ],
} satisfies ListedFormat

/** Share links after a line with the member's traffic. Shadowrocket shows this line; it does not read the header. */
function compileShadowrocket(nodes: readonly FeedNode[]): Compiled {
  const links = compileUriList(nodes)
  return (credential) => statusLine(credential) + links(credential)
}

/** In base64. Spaces pad it to a length divisible by three, so that the encoded links can simply follow. */
function statusLine({ up, down, transferEnable, expiresAt }: Credential): string {
  const gb = (bytes: number): string => (bytes / 2 ** 30).toFixed(2)
  const end = expiresAt === null ? 'N/A' : new Date(expiresAt).toISOString().slice(0, 10)
  const line = `STATUS=🚀↑:${gb(up)}GB,↓:${gb(down)}GB,TOT:${gb(transferEnable)}GB💡Expires:${end}`
  const padding = ' '.repeat((3 - ((Buffer.byteLength(line) + 2) % 3)) % 3)
  return Buffer.from(`${line}${padding}\r\n`, 'utf8').toString('base64')
}
