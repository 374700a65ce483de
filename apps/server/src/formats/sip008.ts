import type { Entry, FeedNode } from './feed-node.ts'
import { toEntries } from './feed-node.ts'
import { shadowsocksPassword, ssPlugin } from './shadowsocks.ts'
import { type Compiled, createTemplate, type Credential, type Template } from './slots.ts'

/** Shadowsocks nodes as SIP008 has them, with the member's traffic; for clients that speak nothing else. */
export function compileSip008(nodes: readonly FeedNode[]): Compiled {
  const template = createTemplate()
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

/** One server, which is all an Outline key can name; without one a message the app shows. `filter=` chooses which. */
export function compileOutline(nodes: readonly FeedNode[]): Compiled {
  const template = createTemplate()
  const [server] = toEntries(nodes, []).flatMap((entry) => serverOf(entry, template) ?? [])
  return template.compile(server ? JSON.stringify(server) : outlineError('There is no Shadowsocks server for this app.'))
}

/** What Outline shows its user in place of a connection. */
export function outlineError(message: string): string {
  return JSON.stringify({ error: { message } })
}

function serverOf({ host, port, settings }: Entry, template: Template) {
  if (settings.protocol !== 'shadowsocks') return null
  return { server: host, server_port: port, password: shadowsocksPassword(settings, template), method: settings.cipher }
}

/** The standard wants a UUID, the same one in every fetch. */
function idOf({ id }: Entry): string {
  return `00000000-0000-4000-8000-${id.toString(16).padStart(12, '0')}`
}

function usedBytes({ up, down }: Credential): number {
  return up + down
}
