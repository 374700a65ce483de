import { cpSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { configFile, nodeSetup, xrayCommand } from '@portico/contract/node-setup'
import type { Certificate, NodeProgram } from '@portico/contract/node-software'
import type { AdminNode } from '@portico/contract/nodes-admin'
import type { Reality } from '@portico/contract/protocol-blocks'
import type { ProtocolSettings } from '@portico/contract/protocols'
import { FIRST, OTHER, variants } from '../../src/formats/golden/variants.ts'
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

export type Keys = Pick<Reality, 'public_key' | 'private_key' | 'short_id' | 'mldsa65_seed' | 'mldsa65_verify'>
type Local = { host: string; borrowedPort: number; keys: Keys; ech: { config: string; key: string } | null }

/** Every variant of the golden files for this machine: Reality borrows from it, keys are real, and names are those of the certificate. */
export function localVariants({ host, borrowedPort, keys, ech }: Local): [string, ProtocolSettings][] {
  return Object.entries(variants).map(([name, settings]) => {
    const copy = structuredClone(settings)
    if ('tls' in copy && copy.tls && 'ech' in copy.tls && copy.tls.ech && ech) copy.tls.ech = ech
    if ('reality' in copy && copy.reality) copy.reality = localReality(copy.reality, keys, { dest: host, server_port: borrowedPort })
    if ('decryption' in copy && copy.decryption)
      Object.assign(copy, {
        encryption: `mlkem768x25519plus.native.0rtt.${keys.public_key}`,
        decryption: `mlkem768x25519plus.native.600s.${keys.private_key}`,
      })
    if ('xhttp' in copy && copy.xhttp?.extra) copy.xhttp.extra = localExtra(copy.xhttp.extra)
    return [name, copy]
  })
}

/** The sample's second address is not on this machine. */
function localExtra(extra: string): string {
  const { downloadSettings: _, ...rest } = JSON.parse(extra) as Record<string, unknown>
  return JSON.stringify(rest)
}

function localReality(sample: Reality, keys: Keys, at: Pick<Reality, 'dest' | 'server_port'>): Reality {
  const { public_key, private_key, short_id, mldsa65_seed, mldsa65_verify } = keys
  return {
    ...sample,
    ...at,
    public_key,
    private_key,
    ...(!sample.other_short_ids && { short_id }),
    ...(sample.mldsa65_seed && { mldsa65_seed, mldsa65_verify }),
  }
}

/** A profile of a member who has a node's other name and short id. */
export function withOthers(profile: string): string {
  return profile.replaceAll(FIRST.server_name, OTHER.server_name).replaceAll(FIRST.short_id, OTHER.short_id)
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
