import { randomUUID } from 'node:crypto'
import { fitsKind, isUuid, type OwnSecret, type OwnSecretKind } from '@portico/contract/own-secret'
import { links } from '../../links/links.table.ts'
import { onNode } from '../../subscriptions/secrets/on-node.ts'
import { ownSecrets } from '../../subscriptions/secrets/own-secrets.table.ts'
import type { OldMember } from '../records.ts'
import type { Intake } from './ground.ts'
import { KeyIndex } from './key-index.ts'

/** UUIDs, own secrets and links. What two members have alike belongs to the first. */
export function credentialIntake({ ground, findings, sums, put, newId, sources }: Intake) {
  const uuids = new KeyIndex(false)
  const onNodes = new KeyIndex(false)
  const tokens = new KeyIndex(false)

  function uuidOf({ at, uuid }: OldMember): string {
    const given = newUuid(uuid)
    if (uuid !== null && !isUuid(uuid)) findings.note('uuid_odd', at, uuid)
    if (uuids.add(given, 1) === undefined) return given
    findings.note('uuid_twice', at, given)
    const made = newUuid(null)
    uuids.add(made, 1)
    return made
  }

  function add(member: OldMember, accountId: number, uuid: string): void {
    for (const secret of secretsOf(member)) addSecret(member.at, secret, { accountId, uuid })
    for (const link of member.links) addLink(member.at, link, accountId)
  }

  function addSecret(at: string, { kind, secret, cipher }: OwnSecret, { accountId, uuid }: { accountId: number; uuid: string }): void {
    if (!fitsKind(kind, secret)) return findings.note('secret_odd', at, kind)
    const given = onNode(kind, secret)
    // What nodes get of the account anyway.
    if (given === uuid && secret === uuid && cipher === null) return
    // Nodes know a member by it, so it may be nobody else's UUID either.
    const isTaken = (given !== uuid && uuids.has(given)) || onNodes.add(`${kind} ${given}`, 1) !== undefined
    if (isTaken) return findings.note('secret_twice', at, kind)
    put(ownSecrets, { accountId, device: 0, kind, secret, onNode: given, cipher })
    sums.add('secrets')
  }

  function addLink(at: string, { source, token, validFrom }: OldMember['links'][number], accountId: number): void {
    const sourceId = sources.get(source)
    if (sourceId === undefined || token === '' || token.length > 500 || token.includes('\0')) return findings.note('token_odd', at, token)
    if (tokens.add(`${sourceId} ${token}`, 1) !== undefined) return findings.note('token_twice', at, token)
    put(links, { id: newId(links), sourceId, token, accountId, device: 0, validFrom, createdAt: ground.now })
    sums.add('links')
  }

  /** After the last member. */
  function finish(): void {
    for (const index of [uuids, onNodes, tokens]) index.clear()
  }

  return { uuidOf, add, finish }
}

const IDS: OwnSecretKind[] = ['vless', 'vmess']

/** An id that is no UUID counts for both protocols that take one, unless the panel says otherwise. */
function secretsOf({ uuid, secrets }: OldMember): OwnSecret[] {
  if (uuid === null || isUuid(uuid)) return secrets
  const own = IDS.filter((kind) => !secrets.some((secret) => secret.kind === kind))
  return [...secrets, ...own.map((kind) => ({ kind, secret: uuid, cipher: null }))]
}

/** The member's UUID as it is stored, or a new one. */
function newUuid(given: string | null): string {
  if (given === null || !isUuid(given)) return randomUUID()
  const hex = given.replaceAll('-', '').toLowerCase()
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}
