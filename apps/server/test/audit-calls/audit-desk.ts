import { expect } from 'vitest'
import type { Entity } from '../../src/audit/entities.ts'
import { commissionChain } from '../commission-chain.ts'
import { startEpay } from '../gateways/epay.ts'
import { openShop } from '../gateways/shop.ts'
import { startStripe } from '../gateways/stripe.ts'
import { type Answer, startApp } from '../harness.ts'

/** Sets up what a call needs, so that it really changes something. */
type Prepare = (desk: AuditDesk) => Prepared | Promise<Prepared>
/** The row a console call leaves, and how to make that call. */
export type AuditCall = { action: string; entity: Entity; prepare: Prepare }
/** Keyed by method and path as in the contract. */
export type AuditCalls = Record<string, AuditCall>

type Prepared = {
  id?: string | number
  /** The query of a GET, the form of an upload, else the JSON body. Its `reason` or `note` is the row's reason. */
  body?: Record<string, unknown> | FormData
  /** The row's `entity_id`, if it is neither the id in the path nor, without one, the answer's `id`; empty if there is neither. */
  entityId?: string | number | ((answer: Answer['body']) => string | number)
  shows?: (answer: Answer['body']) => string[]
}

/** The entity is what the action's name begins with, unless it is given. */
export function leaves(row: string | [action: string, entity: Entity], prepare: Prepare): AuditCall {
  const [action, entity] = typeof row === 'string' ? [row, row.split('.')[0] as Entity] : row
  return { action, entity, prepare }
}

type Made = { id: string | number } | string | number
type Body = NonNullable<Prepared['body']>
/** A call about something that is made for it. */
export function on(make: (desk: AuditDesk) => Promise<Made>, body?: Body | ((desk: AuditDesk) => Body | Promise<Body>)): Prepare {
  return async (desk) => {
    const made = await make(desk)
    return { id: typeof made === 'object' ? made.id : made, ...(body && { body: typeof body === 'function' ? await body(desk) : body }) }
  }
}
/** The order of two things, the other way round. */
export function turned(make: (desk: AuditDesk) => Promise<{ id: number }>): Prepare {
  return async (desk) => {
    const [first, second] = [await make(desk), await make(desk)]
    return { body: { ids: [second.id, first.id] } }
  }
}

/** An owner who makes the calls, and the data the calls need. */
export async function openAuditDesk() {
  const [t, epay, stripe] = await Promise.all([startApp(), startEpay(), startStripe()])
  const shop = await openShop(t)
  const owner = shop.admin
  const secrets = new Set([epay.key, stripe.secretKey, stripe.webhookSecret, owner.token])
  let serial = 0

  return {
    t,
    epay,
    stripe,
    shop,
    owner,
    chain: commissionChain(t),
    /** Everything that no row may contain. */
    secrets,
    hide<T extends string>(secret: T): T {
      secrets.add(secret)
      return secret
    },
    unique: (name: string): string => `${name}${++serial}`,
    /** A call the owner must make first; returns the answer's body. */
    async make(method: string, path: string, body?: Record<string, unknown> | FormData) {
      const answer = await owner.call(method, path, body)
      expect(answer.status, `${method} ${path} ${JSON.stringify(answer.body)}`).toBe(200)
      return answer.body
    },
    stop: () => Promise.all([t.stop(), epay.stop(), stripe.stop()]),
  }
}
export type AuditDesk = Awaited<ReturnType<typeof openAuditDesk>>

export const anywhere = { plan_ids: null, periods: null, starts_at: null, ends_at: null }
/** Takes that much off any price. */
export const percentCoupon = (value: number) =>
  ({ name: 'Coupon', kind: 'percent', value, limit_use: null, limit_per_member: null, new_members_only: false, ...anywhere }) as const
