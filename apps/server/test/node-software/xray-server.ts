import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ProtocolSettings } from '@portico/contract/protocols'
import { type ConfiguredNode, nodeConfig } from '../../src/node-api/node-config.ts'
import { selfSigned } from '../self-signed.ts'
import { freePorts, isOpen, type Running, start, until } from './programs.ts'

type Fields = Record<string, unknown>
export type ServedNode = { name: string; port: number; settings: ProtocolSettings }

/**
 * One Xray that serves a node for each of these settings, from the configuration that node software gets. Its certificate is for localhost.
 */
export async function startXrayServer(
  folder: string,
  all: Record<string, ProtocolSettings>,
  uuid: string,
): Promise<{ nodes: ServedNode[]; certificate: string; xray: Running }> {
  const { cert, key } = selfSigned()
  const [certificate, keyFile] = [join(folder, 'server.crt'), join(folder, 'server.key')]
  writeFileSync(certificate, cert)
  writeFileSync(keyFile, key)
  const ports = await freePorts(Object.keys(all).length)
  const nodes = Object.entries(all).map(([name, settings], at): ServedNode => ({ name, settings, port: ports[at] ?? 0 }))
  const inbounds = nodes.map(({ settings, port }) =>
    inbound({ host: '127.0.0.1', serverPort: port, settings }, uuid, { certificate, keyFile }),
  )
  const outbounds = [{ protocol: 'freedom', settings: { finalRules: [{ action: 'allow' }] } }]
  writeFileSync(join(folder, 'server.json'), JSON.stringify({ log: { loglevel: 'info' }, inbounds, outbounds }))
  const xray = start('xray', ['run', '-c', 'server.json'], folder)
  await until(
    () => isOpen(ports[0] ?? 0),
    30,
    () => `Xray does not start: ${xray.log()}`,
  )
  return { nodes, certificate, xray }
}

function inbound(node: ConfiguredNode, uuid: string, files: { certificate: string; keyFile: string }): Fields {
  const { protocol } = node.settings
  const config = nodeConfig(node, { push: 60, pull: 60 })
  const network = String(config['network'])
  const user = protocol === 'trojan' ? { password: uuid } : { id: uuid, ...(config['flow'] ? { flow: config['flow'] } : {}) }
  return {
    listen: '127.0.0.1',
    port: node.serverPort,
    protocol,
    settings: { clients: [user], ...(protocol === 'vless' && { decryption: config['decryption'] ?? 'none' }) },
    streamSettings: {
      network,
      [`${network}Settings`]: config['networkSettings'],
      ...(config['tls'] === 1 && {
        security: 'tls',
        tlsSettings: { certificates: [{ certificateFile: files.certificate, keyFile: files.keyFile }] },
      }),
    },
  }
}
