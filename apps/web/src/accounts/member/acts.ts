import {
  adminExtendTerm,
  adminGivePlan,
  adminGiveTraffic,
  adminLiftSuspension,
  adminMessageMember,
  adminResetDevices,
  adminResetSecret,
  adminSuspend,
} from '@portico/contract/member-actions-admin'
import type { BulkAction } from '@portico/contract/bulk-changes-admin'
import type { Permission } from '@portico/contract/permissions'
import type { UseFormReturnType } from '@mantine/form'
import { call } from '../../api/call.ts'
import { toBytes } from '../../ui/form/gigabytes.ts'
import type { PlanForm } from './plan-fields.tsx'
import { schemaErrors } from '../../ui/form/schema-errors.ts'

/** Acts that operators can do for members, with a reason. */
export const ACTS = ['message', 'extend', 'plan', 'traffic', 'devices', 'new_link', 'suspend', 'lift'] as const
export type ActName = (typeof ACTS)[number]
export type BulkName = BulkAction['kind']

export const ACT_NEEDS: Record<ActName, Permission> = {
  message: 'members.write',
  extend: 'members.write',
  plan: 'members.write',
  traffic: 'members.write',
  devices: 'members.write',
  new_link: 'members.link',
  suspend: 'members.link',
  lift: 'members.link',
}

/** Fields of all acts; each uses some. `bytes` is in GB. */
export interface ActForm extends Record<string, unknown>, PlanForm {
  bytes: number | string
  lasts: 'keeps' | 'cycle'
  text: string
  reason: string
  tell: boolean
}
export type ActFormApi = UseFormReturnType<ActForm>
const NO_ACT: ActForm = {
  days: 7,
  plan_id: '',
  waits: false,
  wait_days: 90,
  bytes: '',
  lasts: 'keeps',
  text: '',
  reason: '',
  tell: false,
}

/** What the form of an act begins with. */
export function emptyAct(name: ActName): ActForm {
  return name === 'plan' ? { ...NO_ACT, days: 30 } : NO_ACT
}

const ENDPOINTS = {
  message: adminMessageMember,
  extend: adminExtendTerm,
  plan: adminGivePlan,
  traffic: adminGiveTraffic,
  devices: adminResetDevices,
  new_link: adminResetSecret,
  suspend: adminSuspend,
  lift: adminLiftSuspension,
}

/** A plan that is given, as endpoints take it. */
export function planIn({ plan_id, days, waits, wait_days }: PlanForm) {
  return { plan_id: plan_id ? Number(plan_id) : Number.NaN, days: Number(days), wait_days: waits ? Number(wait_days) : null }
}

/** Body of an act without its reason. */
function given(form: ActForm) {
  return { ...planIn(form), bytes: toBytes(form.bytes), keeps: form.lasts === 'keeps', text: form.text }
}

/** The errors in the form of an act, as its endpoint would say them. `needsReason`: for a message to many too. */
export function actErrors(name: ActName, form: ActForm, needsReason = false): Record<string, string> {
  const { reason, tell } = form
  const errors = schemaErrors(ENDPOINTS[name].body, { ...given(form), reason, tell })
  return needsReason ? { ...schemaErrors(adminSuspend.body, { reason, tell }), ...errors } : errors
}

/** Does an act for one member. */
export function sendAct(name: ActName, id: number, form: ActForm): Promise<unknown> {
  const { reason, tell } = form
  const { days, plan_id, wait_days, bytes, keeps, text } = given(form)
  const params = { id }
  switch (name) {
    case 'message':
      return call(adminMessageMember, { params, body: { text } })
    case 'extend':
      return call(adminExtendTerm, { params, body: { days, reason, tell } })
    case 'plan':
      return call(adminGivePlan, { params, body: { plan_id, days, wait_days, reason, tell } })
    case 'traffic':
      return call(adminGiveTraffic, { params, body: { bytes, keeps, reason, tell } })
    case 'devices':
      return call(adminResetDevices, { params, body: { reason, tell } })
    case 'new_link':
      return call(adminResetSecret, { params, body: { reason, tell } })
    case 'suspend':
      return call(adminSuspend, { params, body: { reason, tell } })
    case 'lift':
      return call(adminLiftSuspension, { params, body: { reason, tell } })
  }
}

/** An act as a bulk change names it. */
export function toBulkAction(name: BulkName, form: ActForm): BulkAction {
  const { days, plan_id, wait_days, bytes, keeps, text } = given(form)
  switch (name) {
    case 'extend':
      return { kind: name, days }
    case 'plan':
      return { kind: name, plan_id, days, wait_days }
    case 'traffic':
      return { kind: name, bytes, keeps }
    case 'message':
      return { kind: name, text }
    case 'suspend':
    case 'lift':
      return { kind: name }
  }
}
