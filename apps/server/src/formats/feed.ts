import { compileClash } from './clash.ts'
import { type Dialect, takes } from './dialect.ts'
import { cleanName, type FeedNode, type Site } from './feed-node.ts'
import { compileLoon } from './loon.ts'
import { compileQuantumultX } from './quantumult-x.ts'
import { compileSingBox } from './sing-box.ts'
import { compileOutline, compileSip008, outlineError } from './sip008.ts'
import { compilePac, readPacTemplate, STARTING_PAC } from './pac.ts'
import type { Compiled } from './slots.ts'
import { compileSurge } from './surge.ts'
import { compileShadowrocket, compileUriList } from './uri-list.ts'
import { compileXray } from './xray.ts'

const startingPac = readPacTemplate(STARTING_PAC)

/** The profile of these nodes in a client's dialect; nodes the client cannot reach are left out. */
export function compileFeed(dialect: Dialect, nodes: readonly FeedNode[], site: Site): Compiled {
  const able = nodes.filter((node) => takes(dialect, node.settings))
  return compile(dialect, able, site, true)
}

/**
 * A valid profile for a member who may not connect: its one node is named by the message, leads nowhere, carries no
 * credential and is in no group that measures. An empty answer would make clients drop the profile they have.
 */
export function compileMessage(dialect: Dialect, message: string, site: Site): Compiled {
  if (dialect.format === 'outline') return () => outlineError(cleanName(message))
  if (dialect.format === 'pac') return compilePac(startingPac, [], site, message)
  const compiled = compile(dialect, [messageNode(message)], site, false)
  return (credential) => compiled({ ...credential, uuid: '00000000-0000-0000-0000-000000000000' })
}

function compile({ format, layout }: Dialect, nodes: readonly FeedNode[], site: Site, measured: boolean): Compiled {
  switch (format) {
    case 'uri':
      return compileUriList(nodes)
    case 'shadowrocket':
      return compileShadowrocket(nodes)
    case 'mihomo':
    case 'clash':
    case 'stash':
      return compileClash(format, nodes, site, measured)
    case 'sing-box':
      return compileSingBox(layout, nodes, site, measured)
    case 'xray':
      return compileXray(nodes, site)
    case 'surge':
    case 'surfboard':
      return compileSurge(format, nodes, site, measured)
    case 'loon':
      return compileLoon(nodes)
    case 'quantumult-x':
      return compileQuantumultX(nodes)
    case 'sip008':
      return compileSip008(nodes)
    case 'outline':
      return compileOutline(nodes)
    case 'pac':
      return compilePac(startingPac, nodes, site)
  }
}

function messageNode(message: string): FeedNode {
  return {
    id: 0,
    name: message,
    host: '127.0.0.1',
    port: '1',
    rate: 100,
    tags: [],
    settings: { protocol: 'shadowsocks', cipher: 'aes-128-gcm', server_key: '', obfs: '', obfs_host: '', obfs_path: '', obfs_tls: false },
  }
}
