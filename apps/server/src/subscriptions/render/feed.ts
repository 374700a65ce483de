import type { FeedNode, Site } from './feed-node.ts'
import { compileMihomo } from './mihomo.ts'
import { compileSingBox } from './sing-box.ts'
import type { Compiled } from './slots.ts'
import { compileUriList } from './uri-list.ts'

export type Format = 'uri' | 'mihomo' | 'sing-box'

/** The profile of these nodes in one of the formats; `coreVersion` is the client's core, null for unknown. */
export function compileFeed(format: Format, nodes: readonly FeedNode[], site: Site, coreVersion: string | null): Compiled {
  switch (format) {
    case 'uri':
      return compileUriList(nodes)
    case 'mihomo':
      return compileMihomo(nodes, site)
    case 'sing-box':
      return compileSingBox(nodes, site, coreVersion)
  }
}

/**
 * A valid profile for a member who may not connect: its one node is named by the message, leads nowhere, carries no
 * credential and is in no group that measures. An empty answer would make clients drop the profile they have.
 */
export function compileNotice(format: Format, message: string, site: Site, coreVersion: string | null = null): Compiled {
  const nodes = [noticeNode(message)]
  const compiled =
    format === 'mihomo'
      ? compileMihomo(nodes, site, { measured: false })
      : format === 'sing-box'
        ? compileSingBox(nodes, site, coreVersion, { measured: false })
        : compileUriList(nodes)
  const text = compiled({ uuid: '00000000-0000-0000-0000-000000000000' })
  return () => text
}

function noticeNode(message: string): FeedNode {
  return {
    id: 0,
    name: message,
    host: '127.0.0.1',
    port: '1',
    rate: 100,
    tags: [],
    settings: { protocol: 'shadowsocks', cipher: 'aes-128-gcm', server_key: '', obfs: '', obfs_host: '', obfs_path: '' },
  }
}
