import type { ProtocolSettings } from '@portico/contract/protocols'
import { asc, eq } from 'drizzle-orm'
import type { Tx } from '../db/client.ts'
import type { Reseal, SecretBox } from '../db/secret-box.ts'
import { generateKeys } from './node-keys.ts'
import { nodes } from './nodes.table.ts'

/** Secrets for the node alone. Members get the other keys in their links. */
const SECRET_PATHS = [['reality', 'private_key'], ['tls', 'ech', 'key'], ['decryption']]

/** Settings as operators and the node itself have them; the row holds their secrets encrypted. */
export function openSettings(secrets: SecretBox, id: number, settings: ProtocolSettings): ProtocolSettings {
  return withSecrets(id, settings, (place, stored) => secrets.open(place, stored))
}

/** Settings for staff who may not change the node: its secrets are left out, in the form the schema requires. */
export function hideSecrets(settings: ProtocolSettings): ProtocolSettings {
  const copy = structuredClone(settings)
  if ('reality' in copy && copy.reality) copy.reality.private_key = 'A'.repeat(43)
  if ('tls' in copy && copy.tls && 'ech' in copy.tls) copy.tls.ech = null
  if ('decryption' in copy && copy.decryption) Object.assign(copy, { encryption: '', decryption: '' })
  return copy
}

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

/** Valid settings again: a new pair of Reality keys, and no encryption when its key is lost. */
function repaired(settings: ProtocolSettings): ProtocolSettings {
  const copy = structuredClone(settings)
  if ('reality' in copy && copy.reality?.private_key === '') {
    const { privateKey, publicKey } = generateKeys()
    copy.reality = { ...copy.reality, private_key: privateKey, public_key: publicKey }
  }
  if ('decryption' in copy && copy.decryption === '') copy.encryption = ''
  return copy
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
