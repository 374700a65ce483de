import type { Certificate } from '@portico/contract/node-software'
import { PROTOCOL_RULES, type Reality } from '@portico/contract/protocol-blocks'
import { ProtocolSettings } from '@portico/contract/protocols'
import { asc, eq } from 'drizzle-orm'
import type { Tx } from '../db/client.ts'
import type { Reseal, SecretBox } from '../db/secret-box.ts'
import { generateKeys } from './node-keys.ts'
import { machines, nodes } from './nodes.table.ts'

/** Secrets for the node alone. Members get the other keys in their links. */
const SECRET_PATHS = [['reality', 'private_key'], ['reality', 'mldsa65_seed'], ['tls', 'ech', 'key'], ['decryption']]

const certificatePlace = (id: number): string => `machines/${id}/certificate.dns_env`

/** Decrypts a node's settings, for operators and the node. */
export function openSettings(secrets: SecretBox, id: number, settings: ProtocolSettings): ProtocolSettings {
  return withSecrets(id, settings, (place, stored) => secrets.open(place, stored))
}

/** Settings without secrets, valid for the schema, for staff who may not change the node. */
export function hideSecrets(settings: ProtocolSettings): ProtocolSettings {
  const copy = structuredClone(settings)
  if ('reality' in copy && copy.reality) copy.reality = { ...withoutSignature(copy.reality), private_key: 'A'.repeat(43) }
  if ('tls' in copy && copy.tls && 'ech' in copy.tls) copy.tls.ech = null
  if ('decryption' in copy && copy.decryption) Object.assign(copy, { encryption: '', decryption: '' })
  return copy
}

/**
 * Faults of stored settings besides secrets. `isShaped`: an operator can edit them; false only after changes by hand. `faults`: newer rules
 * they break.
 */
export function judgeSettings(settings: ProtocolSettings): { isShaped: boolean; faults: string[] } {
  const example = withSecrets(0, settings, (place) => examples.find(([end]) => place.endsWith(end))?.[1] ?? '')
  const faults = ProtocolSettings.safeParse(example).error?.issues.map(({ message }) => message) ?? []
  return { isShaped: faults.every((fault) => rules.has(fault)), faults: [...new Set(faults)] }
}

/** Whether clients can read a profile with these settings. A node that some of them do not reach goes on as before. */
export function areReadable(settings: ProtocolSettings): boolean {
  const { isShaped, faults } = judgeSettings(settings)
  return isShaped && faults.every((fault) => harmless.has(fault)) && isDecodable(settings)
}

const rules: ReadonlySet<string> = new Set(Object.values(PROTOCOL_RULES))
const harmless: ReadonlySet<string> = new Set([PROTOCOL_RULES.plainPath, PROTOCOL_RULES.plainHost, PROTOCOL_RULES.serviceName])

/** sing-box refuses a whole file for a path such as "/100%". */
function isDecodable(settings: ProtocolSettings): boolean {
  const paths = 'network' in settings ? [settings.ws?.path, 'httpupgrade' in settings ? settings.httpupgrade?.path : ''] : []
  return paths.every((path) => !/%(?![\dA-Fa-f]{2})/.test(path ?? ''))
}

/** Valid secrets. */
const examples = [
  ['private_key', 'A'.repeat(43)],
  ['mldsa65_seed', 'A'.repeat(43)],
  ['decryption', `mlkem768x25519plus.native.600s.${'A'.repeat(43)}`],
] as const

/** The settings to store. An unchanged secret keeps the value it has in `before`. Throws `secret.no_key`. */
export function sealSettings(
  secrets: SecretBox,
  id: number,
  settings: ProtocolSettings,
  before: ProtocolSettings | null,
): ProtocolSettings {
  const known = new Map<string, string>()
  if (before) withSecrets(id, before, (place, stored) => (known.set(place, stored), stored))
  return withSecrets(id, settings, (place, secret) => {
    const stored = known.get(place)
    const isSame = stored !== undefined && (stored === secret || secrets.open(place, stored) === secret)
    return isSame ? stored : secrets.seal(place, secret)
  })
}

/** A node that loses a secret gets a valid replacement, and goes into maintenance until an operator has checked it. */
export async function resealNodes(tx: Tx, reseal: Reseal): Promise<void> {
  const rows = await tx.select({ id: nodes.id, settings: nodes.settings }).from(nodes).orderBy(asc(nodes.id)).for('update')
  for (const { id, settings: before } of rows) {
    let isErased = false
    const settings = withSecrets(id, before, (place, stored) => {
      const next = reseal(place, stored)
      isErased ||= next === null
      return next ?? ''
    })
    if (JSON.stringify(settings) === JSON.stringify(before)) continue
    const set = isErased ? { settings: repaired(settings), state: 'maintenance' as const } : { settings }
    await tx.update(nodes).set(set).where(eq(nodes.id, id))
  }
}

/** Decrypts a machine's certificate: the DNS provider's variables. */
export function openCertificate(secrets: SecretBox, id: number, certificate: Certificate): Certificate {
  const { dns_env } = certificate
  return dns_env === '' ? certificate : { ...certificate, dns_env: secrets.open(certificatePlace(id), dns_env) }
}

/** The certificate to store. Unchanged variables keep the value they have in `before`. Throws `secret.no_key`. */
export function sealCertificate(secrets: SecretBox, id: number, certificate: Certificate, before: Certificate): Certificate {
  const { dns_env } = certificate
  if (dns_env === '') return certificate
  const isSame = before.dns_env !== '' && secrets.open(certificatePlace(id), before.dns_env) === dns_env
  return { ...certificate, dns_env: isSame ? before.dns_env : secrets.seal(certificatePlace(id), dns_env) }
}

/** Re-encrypts machines' variables. A machine that loses them keeps its certificates until they expire. */
export async function resealMachines(tx: Tx, reseal: Reseal): Promise<void> {
  const rows = await tx
    .select({ id: machines.id, certificate: machines.certificate })
    .from(machines)
    .orderBy(asc(machines.id))
    .for('update')
  for (const { id, certificate } of rows) {
    if (certificate.dns_env === '') continue
    const dns_env = reseal(certificatePlace(id), certificate.dns_env) ?? ''
    if (dns_env === certificate.dns_env) continue
    await tx
      .update(machines)
      .set({ certificate: { ...certificate, dns_env } })
      .where(eq(machines.id, id))
  }
}

/** Valid settings again: a new pair of Reality keys, and neither encryption nor a second signature when its key is lost. */
function repaired(settings: ProtocolSettings): ProtocolSettings {
  const copy = structuredClone(settings)
  if ('reality' in copy && copy.reality?.private_key === '') {
    const { privateKey, publicKey } = generateKeys()
    copy.reality = { ...copy.reality, private_key: privateKey, public_key: publicKey }
  }
  if ('reality' in copy && copy.reality?.mldsa65_seed === '') copy.reality = withoutSignature(copy.reality)
  if ('decryption' in copy && copy.decryption === '') copy.encryption = ''
  return copy
}

function withoutSignature({ mldsa65_seed: _seed, mldsa65_verify: _verify, ...reality }: Reality): Reality {
  return reality
}

function withSecrets(id: number, settings: ProtocolSettings, change: (place: string, value: string) => string): ProtocolSettings {
  const copy = structuredClone(settings)
  for (const path of SECRET_PATHS) {
    const name = path.at(-1) ?? ''
    // Skips a block that this protocol does not have, or that is not chosen.
    const holder = path.slice(0, -1).reduce<unknown>((inner, step) => (inner as Record<string, unknown> | null | undefined)?.[step], copy)
    const block = holder as Record<string, unknown> | null | undefined
    const value = block?.[name]
    if (block && typeof value === 'string' && value !== '') block[name] = change(`nodes/${id}/settings.${path.join('.')}`, value)
  }
  return copy
}
