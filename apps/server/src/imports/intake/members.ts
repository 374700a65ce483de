import { randomBytes } from 'node:crypto'
import { accounts } from '../../accounts/accounts.table.ts'
import { emailKey } from '../../accounts/email-key.ts'
import { storedHash } from '../../accounts/imported-password.ts'
import { authenticatorPlace } from '../../factors/authenticator-secrets.ts'
import { authenticators } from '../../factors/authenticators.table.ts'
import { identities } from '../../identities/identities.table.ts'
import { subscriptions } from '../../subscriptions/subscriptions.table.ts'
import type { OldMember } from '../records.ts'
import { movedMembers } from '../imports.table.ts'
import { addressFixes } from '../move/address-fixes.ts'
import { bindings } from '../move/bindings.ts'
import { credentialIntake } from './credentials.ts'
import type { Intake } from './ground.ts'
import { inviterIntake } from './inviters.ts'
import { KeyIndex } from './key-index.ts'
import { openingIntake, type Post } from './opening.ts'
import { termIntake } from './terms.ts'
import { textOf, timeOf } from './values.ts'

/** Numbers that node programs carry in 32 bits. */
const LAST_ID = 2_147_483_647
const ADDRESS = /^[^\s@]+@[^\s@]+$/
const BASE32 = /^[A-Z2-7]{16,128}=*$/i

/** Turns members into accounts with all that belongs to them. `finish` is called once, after the last one. */
export function memberIntake(intake: Intake, post: Post) {
  const { ground, findings, sums, put } = intake
  const [termOf, credentials] = [termIntake(intake), credentialIntake(intake)]
  const [inviters, open] = [inviterIntake(intake), openingIntake(intake, post)]
  const addresses = new KeyIndex()
  const rawAddresses = new KeyIndex(false)
  const telegrams = new KeyIndex(false)
  const persons = new KeyIndex()
  const taken = new Set(ground.staff.map(({ id }) => id))
  const kept = new KeyIndex(false)
  const staffByAddress = new Map(ground.staff.flatMap(({ id, emailKey: key }) => (key === null ? [] : [[key, id] as const])))
  const merged = new Set<number>()
  /** Members whose number is taken, until the others have theirs. */
  const waiting: OldMember[] = []
  let last = ground.lastAccountId

  function take(member: OldMember): void {
    if (intake.members.has(member.key)) return findings.note('key_twice', member.at, member.key)
    const staffId = member.email === null ? undefined : staffByAddress.get(emailKey(member.email.trim()))
    if (staffId !== undefined && !merged.has(staffId)) {
      merged.add(staffId)
      findings.note('email_of_staff', member.at, member.email ?? '')
      return add(member, staffId, true)
    }
    const id = member.keptId
    if (id === null) return add(member, ++last, false)
    if (!Number.isSafeInteger(id) || id <= 0 || id > LAST_ID) findings.note('id_odd', member.at, String(id))
    else if (taken.has(id) || kept.add(String(id), 1) !== undefined) findings.note('id_taken', member.at, String(id))
    else {
      last = Math.max(last, id)
      return add(member, id, false)
    }
    waiting.push(member)
  }

  function finish(): void {
    for (const member of waiting) add(member, ++last, false)
    inviters.finish()
    credentials.finish()
    // What comes now needs the room.
    for (const index of [addresses, rawAddresses, telegrams, persons, kept]) index.clear()
  }

  function add(member: OldMember, id: number, isMerged: boolean): void {
    const { at, key } = member
    const address = isMerged ? null : addressOf(member, id)
    if (address === 'leave_out') return
    const mainId = isMerged ? null : mainOf(member, id, address !== null)
    intake.members.add(key, id)
    sums.add('members')
    const createdAt = timeOf(member.createdAt, findings, at) ?? ground.now
    const bannedAt = member.banned ? ground.now : null
    if (!isMerged) {
      put(accounts, {
        id,
        email: address?.label ?? null,
        emailKey: address?.subject ?? null,
        passwordHash: passwordOf(member),
        formerName: member.name === null ? null : textOf(member.name, 200, findings, at),
        // Whoever has the old link makes it their own, once.
        claimableAt: address || mainId !== null ? null : ground.now,
        mainId,
        language: member.language,
        bannedAt,
        remarks: textOf(member.remarks, 2000, findings, at),
        discountPercent: percentOf(member.discountPercent),
        commissionRate: percentOf(member.commissionRate),
        commissionMode: member.commissionMode,
        lastLoginAt: timeOf(member.lastLoginAt, findings, at),
        createdAt,
      })
      if (address)
        put(identities, { id: intake.newId(identities), accountId: id, provider: 'email', ...address, verifiedAt: createdAt, createdAt })
      if (member.wasStaff) findings.note('was_staff', at, member.email ?? member.name ?? key)
    }
    const uuid = credentials.uuidOf(member)
    const term = termOf(member)
    put(subscriptions, { accountId: id, token: newToken(), uuid, ...term, autoRenew: member.autoRenew && term.planId !== null })
    credentials.add(member, id, uuid)
    const { up, down, transferEnable, expiresAt } = term
    put(movedMembers, { accountId: id, oldKey: key, up, down, transferEnable, expiresAt })
    inviters.add(member, id)
    open(member, id)
    if (!isMerged) addFactors(member, id)
    addTelegram(member, id, createdAt)
    countState(member, term)
  }

  /** The first account of a person, for their others that nobody signs in to. */
  function mainOf({ person }: OldMember, id: number, hasAddress: boolean): number | null {
    const main = person === null ? undefined : persons.add(person, id)
    return main === undefined || hasAddress ? null : main
  }

  function addressOf({ at, email }: OldMember, id: number): { subject: string; label: string } | 'leave_out' | null {
    if (email === null) return null
    const label = email.trim()
    if (label !== email) findings.note('email_trimmed', at, label)
    if (!ADDRESS.test(label)) {
      findings.note('email_odd', at, label)
      return null
    }
    const [folded, raw] = [emailKey(label), label.toLowerCase()]
    const isRawTaken = staffByAddress.has(raw) || rawAddresses.add(raw, 1) !== undefined
    const holder = staffByAddress.get(folded) ?? addresses.add(folded, id)
    if (!isRawTaken && holder === undefined) return { subject: folded, label }
    if (!isRawTaken) {
      findings.note('email_alike', at, label)
      // The one that was written as it is compared keeps that; the other is found by its exact letters, which are looked up first.
      if (raw === folded && holder !== undefined) put(addressFixes, { accountId: holder })
      return { subject: raw, label }
    }
    findings.note('email_twice', at, label)
    return findings.choice('email_twice') === 'leave_out' ? 'leave_out' : null
  }

  function passwordOf({ at, password, email }: OldMember): string | null {
    if (password === null) return null
    const stored = storedHash(password)
    if (stored === null) findings.note('password_odd', at, email ?? '')
    return stored
  }

  function addFactors({ at, totp }: OldMember, accountId: number): void {
    if (totp === null) return
    if (!BASE32.test(totp)) return findings.note('totp_odd', at)
    const secret = ground.secrets.seal(authenticatorPlace(accountId), totp.toUpperCase().replaceAll('=', ''))
    put(authenticators, { accountId, secret, lastStep: 0, confirmedAt: ground.now, createdAt: ground.now })
    sums.add('authenticators')
  }

  function addTelegram({ at, telegramId }: OldMember, accountId: number, boundAt: Date): void {
    if (telegramId === null || !/^[1-9]\d{0,15}$/.test(telegramId)) return
    if (telegrams.add(telegramId, 1) !== undefined) return findings.note('telegram_twice', at, telegramId)
    put(bindings, { accountId, telegramId: Number(telegramId), name: '', boundAt })
    sums.add('telegram')
  }

  function countState({ banned }: OldMember, term: ReturnType<typeof termOf>): void {
    if (term.startsBy !== null) sums.add('held_terms')
    if (banned) sums.add('banned')
    else if (term.planId === null) sums.add('without_plan')
    else sums.add(term.expiresAt !== null && term.expiresAt <= ground.now ? 'expired' : 'active')
  }

  return { take, finish }
}

const newToken = (): string => randomBytes(16).toString('hex')

function percentOf(percent: number | null): number | null {
  return percent === null ? null : Math.min(100, Math.max(0, Math.trunc(percent)))
}
