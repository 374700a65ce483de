import { contentTypes, type ListedFormat } from '../client-format.ts'
import { featureGroups } from '../features.ts'
import { type Entry, type FeedNode, toEntries } from '../feed-node.ts'
import { shadowsocksCipher, shadowsocksPassword, ssPlugin } from '../shadowsocks.ts'
import { type Compiled, createTemplate, inJson, type Credential, type Template } from '../slots.ts'

export const sip008 = {
  title: { en: 'SIP008', 'zh-CN': 'SIP008' },
  about: { en: 'Shadowsocks nodes for the Shadowsocks app', 'zh-CN': 'Shadowsocks 节点，适用于 Shadowsocks 客户端' },
  flags: ['shadowsocks', 'ss'],
  clients: [{ client: 'shadowsocks-windows', is: /^ShadowsocksWindows\b/i }],
  contentType: contentTypes.json,
  lacks: [...featureGroups.notShadowsocks, 'ss-2022'],
  compile: ({ nodes }) => compileSip008(nodes),
  apps: [
    {
      name: 'Shadowsocks',
      devices: ['android'],
      home: 'https://github.com/shadowsocks/shadowsocks-android',
      rank: 170,
      isFlagged: true,
    },
  ],
} satisfies ListedFormat

/** Shadowsocks nodes in SIP008 with the member's traffic, for clients that read nothing else. */
function compileSip008(nodes: readonly FeedNode[]): Compiled {
  const template = createTemplate(inJson)
  const servers = toEntries(nodes, []).flatMap((entry) => {
    const server = serverOf(entry, template)
    const plugin = entry.settings.protocol === 'shadowsocks' && ssPlugin(entry.settings)
    return server
      ? [{ id: idOf(entry), remarks: entry.name, ...server, ...(plugin && { plugin: plugin.name, plugin_opts: plugin.options }) }]
      : []
  })
  const used = template.slot((credential) => String(usedBytes(credential)))
  const remaining = template.slot((credential) => String(Math.max(0, credential.transferEnable - usedBytes(credential))))
  return template.compile(`{"version":1,"bytes_used":${used},"bytes_remaining":${remaining},"servers":${JSON.stringify(servers)}}`)
}

/** A Shadowsocks server with the field names that SIP008 and Outline share; null for a node of another protocol. */
export function serverOf({ host, port, settings }: Entry, template: Template) {
  if (settings.protocol !== 'shadowsocks') return null
  return {
    server: host,
    server_port: port,
    password: shadowsocksPassword(settings, template),
    method: shadowsocksCipher(settings, template),
  }
}

/** The standard requires a UUID that stays the same in every fetch. */
function idOf({ id }: Entry): string {
  return `00000000-0000-4000-8000-${id.toString(16).padStart(12, '0')}`
}

function usedBytes({ up, down }: Credential): number {
  return up + down
}
