import { cpSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { configFile, nodeSetup, xrayCommand } from '@portico/contract/node-setup'
import type { Certificate, NodeProgram } from '@portico/contract/node-software'
import type { AdminNode } from '@portico/contract/nodes-admin'
import type { ProtocolSettings } from '@portico/contract/protocols'
import { variants } from '../../src/formats/golden/variants.ts'
import { selfSigned } from '../self-signed.ts'
import { pretendedServer } from './pretended-server.ts'
import { freePorts, type Running, start } from './programs.ts'

export type Program = { software: NodeProgram; program: string; args: (file: string) => string[] }
const server = (file: string): string[] => ['server', '-c', file]
export const nodePrograms: Program[] = [
  { software: 'v2node', program: 'v2node', args: server },
  { software: 'v2bx', program: 'V2bX', args: server },
  { software: 'xrayr', program: 'XrayR', args: (file) => ['--config', file] },
  { software: 'xray', program: 'xray', args: () => [] },
]

export type Keys = { public_key: string; private_key: string; short_id: string }
type Local = { host: string; borrowedPort: number; keys: Keys; ech: { config: string; key: string } | null }

/** Every variant of the golden files for this machine: Reality borrows from it, keys are real, and names are those of the certificate. */
export function localVariants({ host, borrowedPort, keys, ech }: Local): [string, ProtocolSettings][] {
  return Object.entries(variants).map(([name, settings]) => {
    const copy = structuredClone(settings)
    if ('tls' in copy && copy.tls && 'ech' in copy.tls && copy.tls.ech && ech) copy.tls.ech = ech
    if ('reality' in copy && copy.reality) Object.assign(copy.reality, { ...keys, dest: host, server_port: borrowedPort })
    if ('decryption' in copy && copy.decryption)
      Object.assign(copy, {
        encryption: `mlkem768x25519plus.native.0rtt.${keys.public_key}`,
        decryption: `mlkem768x25519plus.native.600s.${keys.private_key}`,
      })
    // The sample's second address is not on this machine.
    if ('xhttp' in copy && copy.xhttp) copy.xhttp.extra = ''
    return [name, copy]
  })
}

/** Whether clients take any certificate for the node. */
export function isUnchecked(settings: ProtocolSettings): boolean {
  return 'tls' in settings && settings.tls !== null && 'allow_insecure' in settings.tls && settings.tls.allow_insecure
}

export type Rack = { made: AdminNode[]; secret: string; certificate: Certificate }

/** Runs nodes of several machines in one program, set up by nothing but the commands that the console shows for them. */
export async function runShown({ software, program, args }: Program, racks: Rack[], origin: string, folder: string): Promise<Running[]> {
  const host = pretendedServer(folder)
  if (software !== 'xray') {
    for (const { made, ...given } of racks) if (made.length > 0) host.run(nodeSetup(software, made, { ...given, origin }).command)
    return [start(program, args(host.here(configFile(software))), folder)]
  }
  for (const file of ['xray-node.ts', 'node-client.ts'])
    cpSync(join(import.meta.dirname, '../../../../docs/guide', file), join(folder, file))
  const all = racks.flatMap(({ made, secret }) => made.map((node) => ({ node, secret })))
  // Several run on this machine, so each needs its own place for Xray's API.
  const ports = await freePorts(all.length)
  return all.map(({ node, secret }, at) =>
    start('sh', ['-c', `exec ${xrayCommand(node, secret, origin) ?? ''} 127.0.0.1:${ports[at]}`], folder),
  )
}

/** A certificate for the names in the variants, where the machine or plain Xray looks for it. Returns its path, for clients to trust. */
export function writeCertificates(folder: string, nodes: AdminNode[]): string {
  const { cert, key } = selfSigned('sni.example.com', 'cdn.example.com')
  for (const name of ['node', ...nodes.map(({ id }) => `node-${id}`)]) {
    writeFileSync(join(folder, `${name}.crt`), cert)
    writeFileSync(join(folder, `${name}.key`), key)
  }
  return join(folder, 'node.crt')
}
