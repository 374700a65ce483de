import { coupons } from '../../coupons/coupons.table.ts'
import { inviteCodes } from '../../invites/invites.table.ts'
import { normalCode } from '../../invites/invite-code.ts'
import { codeKey } from '../../redeem-codes/code-text.ts'
import { redeemBatches, redeemCodes, redeemTemplates } from '../../redeem-codes/redeem-codes.table.ts'
import { ticketMessages, tickets } from '../../tickets/tickets.table.ts'
import { trafficDaily } from '../../traffic/traffic.table.ts'
import { dayKey } from '../../calendar.ts'
import type { OldCoupon, OldInviteCode, OldRedeemCode, OldTicket, OldTraffic } from '../records.ts'
import type { Intake } from './ground.ts'
import { textOf, timeOf, wholeOf } from './values.ts'

const LAST_INTEGER = 2_147_483_647

/** Coupons, codes, tickets and traffic. */
export function restIntake(intake: Intake) {
  const { ground, findings, sums, put, newId } = intake
  const [couponCodes, giftCodes, invites] = [new Set<string>(), new Set<string>(), new Set<string>()]
  const kinds = new Map<string, number>()
  const open = new Map<number, { id: number; at: Date }>()

  function coupon(old: OldCoupon): void {
    const { at, type } = old
    const code = old.code.trim().toUpperCase()
    const value = wholeOf(old.value, findings, at, 'value')
    if (code === '' || couponCodes.has(code) || value <= 0 || (type === 'percent' && value > 100))
      return findings.note('coupon_odd', at, old.code)
    couponCodes.add(code)
    const id = newId(coupons)
    intake.coupons.set(old.key, id)
    const planIds = old.plans?.flatMap((key) => intake.plans.get(key)?.id ?? []) ?? null
    put(coupons, {
      id,
      code,
      name: textOf(old.name, 120, findings, at),
      kind: type,
      value,
      planIds,
      periods: old.periods,
      limitUse: old.usesLeft === null ? null : Math.min(LAST_INTEGER, Math.max(0, old.usesLeft)),
      limitPerMember: old.usesPerMember,
      startsAt: timeOf(old.startsAt, findings, at),
      endsAt: timeOf(old.endsAt, findings, at),
      // For plans that do not exist it fits none, and not all.
      enabled: old.enabled && (planIds === null || planIds.length > 0),
      createdAt: ground.now,
    })
    sums.add('coupons')
  }

  function redeemCode(old: OldRedeemCode): void {
    const { at, gives, plan } = old
    const code = codeKey(old.code)
    const planId = gives === 'plan' ? (intake.plans.get(plan ?? '')?.id ?? null) : null
    const value = gives === 'reset' ? 0 : wholeOf(old.value, findings, at, 'value')
    const isUsable = gives === 'plan' ? planId !== null && value >= 0 : gives === 'reset' || value > 0
    if (code === '' || giftCodes.has(code) || !isUsable) return findings.note('code_odd', at, old.code)
    giftCodes.add(code)
    const maxUses = Math.min(LAST_INTEGER, (old.usesLeft ?? LAST_INTEGER - old.usedBy.length) + old.usedBy.length)
    const [startsAt, expiresAt] = [timeOf(old.startsAt, findings, at), timeOf(old.endsAt, findings, at)]
    const batchId = batchOf({ name: old.name, kind: gives, value, planId, maxUses, startsAt, expiresAt })
    put(redeemCodes, {
      id: newId(redeemCodes),
      batchId,
      code,
      usedCount: Math.min(maxUses, old.usedBy.length),
      maxUses,
      disabledAt: old.enabled ? null : ground.now,
    })
    sums.add('codes')
  }

  type Batch = {
    name: string
    kind: OldRedeemCode['gives']
    value: number
    planId: number | null
    maxUses: number
    startsAt: Date | null
    expiresAt: Date | null
  }
  function batchOf({ name, kind, value, planId, maxUses, startsAt, expiresAt }: Batch): number {
    const key = JSON.stringify([name, kind, value, planId, maxUses, startsAt, expiresAt])
    const known = kinds.get(key)
    if (known !== undefined) return known
    const [templateId, id] = [newId(redeemTemplates), newId(redeemBatches)]
    const named = name.trim().slice(0, 80) || `${kind} ${value}`
    put(redeemTemplates, { id: templateId, name: named, kind, value, planId, createdAt: ground.now })
    put(redeemBatches, { id, templateId, name: named, count: 1, maxUses, startsAt, expiresAt, createdAt: ground.now })
    kinds.set(key, id)
    return id
  }

  function inviteCode(old: OldInviteCode): void {
    const accountId = intake.members.get(old.member)
    const code = normalCode(old.code)
    if (accountId === undefined || code === '' || code.length > 64 || invites.has(code))
      return findings.note('invite_code_odd', old.at, old.code)
    invites.add(code)
    put(inviteCodes, {
      id: newId(inviteCodes),
      accountId,
      code,
      maxUses: old.usesLeft === null ? null : Math.max(1, Math.min(LAST_INTEGER, old.usesLeft)),
      uses: 0,
      pageViews: Math.max(0, Math.min(LAST_INTEGER, old.views)),
      disabledAt: old.enabled && old.usesLeft !== 0 ? null : ground.now,
      createdAt: timeOf(old.createdAt, findings, old.at) ?? ground.now,
    })
    sums.add('invites')
  }

  function ticket(old: OldTicket): void {
    const { at } = old
    const accountId = intake.members.get(old.member)
    if (accountId === undefined) return findings.note('ticket_member_missing', at, old.member)
    const createdAt = timeOf(old.createdAt, findings, at) ?? ground.now
    const messages = old.messages.filter(({ text }) => text.trim() !== '')
    const id = newId(tickets)
    // Members have one open ticket of a kind; old ones come in order, so a later one would need the earlier closed.
    const isOpen = old.open && !open.has(accountId)
    if (old.open && !isOpen) findings.note('ticket_open_twice', at, old.subject)
    if (isOpen) open.set(accountId, { id, at: createdAt })
    const last = messages.at(-1)?.at ?? createdAt
    const answers = messages.flatMap((message, i) => (message.byMember ? [] : [{ seq: i + 1, at: message.at }]))
    put(tickets, {
      id,
      accountId,
      kind: 'other',
      level: old.level,
      subject: textOf(old.subject.trim(), 120, findings, at) || '…',
      status: isOpen ? 'open' : 'closed',
      waits: isOpen ? (old.waits === 'staff' ? 'waiting_staff' : 'waiting_member') : null,
      waitsSince: isOpen ? last : null,
      createdAt,
      answeredAt: answers[0]?.at ?? null,
      lastMessageAt: last,
      lastSeq: messages.length,
      seenSeq: messages.length,
      staffSeq: answers.at(-1)?.seq ?? 0,
      replies: Math.max(0, messages.length - 1),
      closedAt: isOpen ? null : last,
      closedBy: isOpen ? null : 'staff',
    })
    messages.forEach((message, i) => {
      put(ticketMessages, {
        id: newId(ticketMessages),
        ticketId: id,
        seq: i + 1,
        author: message.byMember ? 'member' : 'staff',
        kind: 'reply',
        accountId: message.byMember ? accountId : null,
        text: textOf(message.text, 8000, findings, at),
        createdAt: timeOf(message.at, findings, at) ?? createdAt,
      })
      sums.add('ticket_messages')
    })
    sums.add('tickets')
  }

  /** Rows of one day that differ in their rate alone are added up at the switch. */
  function traffic(old: OldTraffic): void {
    const accountId = intake.members.get(old.member)
    if (accountId === undefined) return findings.note('traffic_lost', old.at, old.member)
    const bytes = (value: bigint): number => wholeOf(value < 0n ? 0n : value, findings, old.at, 'traffic')
    const nodeId = old.node === null ? 0 : (intake.nodes.get(old.node) ?? 0)
    const [up, down] = [bytes(old.up), bytes(old.down)]
    put(trafficDaily, {
      accountId,
      nodeId,
      day: dayOf(old.day),
      up,
      down,
      billedUp: bytes(old.billedUp),
      billedDown: bytes(old.billedDown),
    })
    sums.add('traffic_bytes', up + down)
  }

  const days = new Map<number, string>()
  function dayOf(at: Date): string {
    // Panels write the same few moments for all members.
    const known = days.get(at.getTime())
    if (known !== undefined) return known
    const day = dayKey(at, ground.zone)
    if (days.size > 5000) days.clear()
    days.set(at.getTime(), day)
    return day
  }

  return { coupon, redeemCode, inviteCode, ticket, traffic }
}
