import type { Period } from '@portico/contract/periods'
import type { ResetMode } from '@portico/contract/reset-mode'
import { addMonths, dayOfMonth } from '../../calendar.ts'
import { cycleAt } from '../../subscriptions/reset-days.ts'
import { groups } from '../../groups/groups.table.ts'
import { nodeGroups } from '../../nodes/nodes.table.ts'
import { type PlanRow, plans } from '../../plans/plans.table.ts'
import type { OldMember, OldTerm } from '../records.ts'
import { MOST, endOf, quotaOf, timeOf, wholeOf } from './values.ts'
import type { Intake, KnownPlan } from './ground.ts'

/** Held terms without a last date wait so long. */
const HELD_MS = 10 * 365 * 86_400_000
const NO_CYCLE = { cycleBeganAt: null, nextResetAt: null }
const NONE = {
  planId: null,
  groupId: null,
  transferEnable: 0,
  up: 0,
  down: 0,
  speedLimit: null,
  deviceLimit: null,
  ownSpeedLimit: null,
  ownDeviceLimit: null,
  expiresAt: null,
  startsBy: null,
  anchorDay: null,
  resetMode: 'monthly' as ResetMode,
  ...NO_CYCLE,
  resetZone: null,
}

/** Turns terms into the columns of a subscription, and makes the plans and groups that they need. */
export function termIntake(intake: Intake) {
  const { ground, findings, sums } = intake
  const cycles = new Map<string, { cycleBeganAt: Date; nextResetAt: Date | null }>()

  /** Groups of one member. Several become one that has the nodes of all, because a subscription has one. */
  const groupFor = (keys: string[], at: string): number => {
    const key = keys.join('\n')
    const known = intake.groups.get(key)
    if (known !== undefined) return known
    if (keys.length < 2) findings.note('group_missing', at, key)
    const id = intake.newId(groups)
    const name = keys.length < 2 ? `#${key || '0'}` : (nameOfGroups(intake, keys) ?? '')
    intake.put(groups, { id, name: uniqueName(intake, name), createdAt: ground.now })
    sums.add('groups')
    intake.groups.set(key, id)
    const shown = new Set(keys.length > 1 ? keys.flatMap((one) => intake.groupNodes.get(one) ?? []) : [])
    for (const nodeId of shown) intake.put(nodeGroups, { nodeId, groupId: id })
    return id
  }

  const planFor = (term: OldTerm, at: string): KnownPlan => {
    const known = term.plan === null ? undefined : intake.plans.get(term.plan)
    if (known) return known
    const groupId = groupFor(term.groups, at)
    const key = `\0${term.plan ?? ''}\0${groupId}`
    const made = intake.plans.get(key)
    if (term.plan !== null) findings.note('plan_missing', at, term.plan)
    if (made) return made
    const name = term.plan === null ? (nameOfGroups(intake, term.groups) ?? '#') : `#${term.plan}`
    if (term.plan === null) findings.note('plan_made', at, name)
    const plan = { id: intake.newId(plans), name, groupId, quota: 0, speed: null, devices: null, reset: ground.resetMode }
    intake.put(plans, hiddenPlan(plan, ground.now))
    intake.plans.set(key, plan)
    sums.add('plans')
    return plan
  }

  const cycleOf = (mode: ResetMode, anchorDay: number) => {
    const key = `${mode} ${anchorDay}`
    const known = cycles.get(key)
    if (known) return known
    // Far enough back that a reset lies between: the first one after a beginning may be left out.
    const months = mode === 'yearly' || mode === 'january_first' ? -25 : -3
    const from = addMonths(ground.now, months, anchorDay, ground.zone)
    const cycle = cycleAt(ground.now, from, { resetMode: mode, anchorDay, zone: ground.zone })
    cycles.set(key, cycle)
    return cycle
  }

  return ({ at, term }: Pick<OldMember, 'at' | 'term'>) => {
    if (term === null) return NONE
    const plan = planFor(term, at)
    const groupId = term.groups.length === 0 ? plan.groupId : groupFor(term.groups, at)
    const transferEnable = quotaOf(term.quota, findings, at)
    const used = { up: wholeOf(term.up, findings, at, 'up'), down: wholeOf(term.down, findings, at, 'down') }
    const resetMode = term.resetMode ?? plan.reset
    const expiresAt = endOf(term.endsAt, findings, at)
    const limits = {
      speedLimit: plan.speed,
      deviceLimit: plan.devices,
      ownSpeedLimit: ownLimit(term.speedLimit, plan.speed),
      ownDeviceLimit: ownLimit(term.deviceLimit, plan.devices),
    }
    sums.add('bytes_used', used.up + used.down)
    sums.add('bytes_left', Math.max(0, transferEnable - used.up - used.down))
    const common = { planId: plan.id, groupId, transferEnable, ...used, ...limits }
    if (term.held) {
      const startsBy = timeOf(term.held.by, findings, at) ?? new Date(ground.now.getTime() + HELD_MS)
      const end = new Date(Math.min(startsBy.getTime() + term.held.ms, Date.UTC(9999, 0)))
      return { ...common, expiresAt: end, startsBy, anchorDay: null, resetMode, ...NO_CYCLE, resetZone: null }
    }
    const resetsAt = timeOf(term.resetsAt, findings, at)
    // A permanent term has cycles only where the old panel said so.
    const hasCycles = expiresAt !== null ? expiresAt > ground.now : resetsAt !== null
    if (!hasCycles || resetMode === 'never') {
      const anchorDay = expiresAt === null ? null : (term.anchorDay ?? dayOfMonth(expiresAt, ground.zone))
      return { ...common, expiresAt, startsBy: null, anchorDay, resetMode, ...NO_CYCLE, resetZone: expiresAt && ground.zone }
    }
    const anchorDay = term.anchorDay ?? dayOfMonth(resetsAt ?? expiresAt ?? ground.now, ground.zone)
    const cycle = cycleOf(resetMode, anchorDay)
    const next = resetsAt !== null && resetsAt > ground.now ? resetsAt : cycle.nextResetAt
    return { ...common, expiresAt, startsBy: null, anchorDay, resetMode, ...cycle, nextResetAt: next, resetZone: ground.zone }
  }
}

/** A member's own limit, where it is not the plan's; 0: none. */
function ownLimit(own: number | null, plan: number | null): number | null {
  return own === plan ? null : (own ?? 0)
}

function nameOfGroups({ groupNames }: Intake, keys: string[]): string | null {
  return keys.length > 0
    ? keys
        .map((key) => groupNames.get(key) ?? key)
        .join(' + ')
        .slice(0, 60)
    : null
}

export function uniqueName(intake: Intake, wanted: string): string {
  const taken = intake.ground.groupNames
  let name = wanted
  for (let i = 2; taken.includes(name); i++) name = `${wanted} (${i})`
  taken.push(name)
  return name
}

/** A plan of the columns that every plan has, which nobody can buy. */
function hiddenPlan({ id, name, groupId, reset }: KnownPlan, now: Date) {
  return planRow({
    id,
    groupId,
    name,
    content: '',
    tags: [],
    transferEnable: MOST,
    speedLimit: null,
    deviceLimit: null,
    resetMode: reset,
    capacityLimit: null,
    show: false,
    sell: false,
    renew: false,
    prices: {},
    sort: 1000,
    createdAt: now,
  })
}

type PlanColumns = Omit<PlanRow, Period | 'translations'> & { prices: { [P in Period]?: number | null } }

/** One shape for all rows of plans, because they are copied together. */
export function planRow({ prices, ...row }: PlanColumns) {
  const price = (period: Period): number | null => prices[period] ?? null
  return {
    ...row,
    month_price: price('month_price'),
    quarter_price: price('quarter_price'),
    half_year_price: price('half_year_price'),
    year_price: price('year_price'),
    two_year_price: price('two_year_price'),
    three_year_price: price('three_year_price'),
    onetime_price: price('onetime_price'),
    reset_price: price('reset_price'),
  }
}
