import { contentTypes, everyDevice, type ListedFormat } from '../client-format.ts'
import { featureGroups } from '../features.ts'
import { cleanName, type FeedNode, toEntries } from '../feed-node.ts'
import { type Compiled, createTemplate, inJson } from '../slots.ts'
import { serverOf } from './sip008.ts'

export const outline = {
  title: { en: 'Outline', 'zh-CN': 'Outline' },
  about: { en: 'A single Shadowsocks node as a dynamic key', 'zh-CN': '单个 Shadowsocks 节点的动态密钥' },
  clients: [{ client: 'outline', is: /^Outline\b/i }],
  contentType: contentTypes.json,
  lacks: [...featureGroups.notShadowsocks, 'ss-2022', 'ss-obfs', 'ss-websocket'],
  compile: ({ nodes }) => compileOutline(nodes),
  compileMessage: (message) => () => outlineError(cleanName(message)),
  apps: [
    {
      name: 'Outline',
      devices: everyDevice,
      home: 'https://getoutline.org',
      rank: 180,
      isFlagged: true,
      // Outline's `ssconf:` scheme stands for HTTPS.
      link: (address, title) => `${address.replace(/^https?:/, 'ssconf:')}#${encodeURIComponent(title)}`,
    },
  ],
} satisfies ListedFormat

/** A key for the first node, because an Outline key can name only one server. `filter=` in the link chooses it. */
function compileOutline(nodes: readonly FeedNode[]): Compiled {
  const template = createTemplate(inJson)
  const [server] = toEntries(nodes, []).flatMap((entry) => serverOf(entry, template) ?? [])
  return template.compile(JSON.stringify(server))
}

/** A message that Outline shows instead of connecting. */
function outlineError(message: string): string {
  return JSON.stringify({ error: { message } })
}
