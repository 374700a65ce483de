import { expect } from 'vitest'
import { commissionChain } from '../commission-chain.ts'
import { startEpay } from '../gateways/epay.ts'
import { openShop } from '../gateways/shop.ts'
import { startStripe } from '../gateways/stripe.ts'
import { startApp } from '../harness.ts'

/** The row a console call leaves, and how to make that call. */
export type AuditCall = {
  action: string
  entity: string
  /** Sets up what the call needs: a call that really changes something. */
  prepare: (desk: AuditDesk) => Prepared | Promise<Prepared>
}
/** By method and path, as the contract has them. */
export type AuditCalls = Record<string, AuditCall>

type Prepared = {
  /** What the parameter of the path names. */
  id?: string | number
  /** The query of a GET, else the JSON body. A `reason` or `note` in it is the reason of the row. */
  body?: Record<string, unknown>
  /** The row's `entity_id`, where it is not the id in the path; empty: there is one such thing only. */
  // oxlint-disable-next-line typescript/no-explicit-any -- an answer, as the harness has it
  entityId?: string | number | ((answer: any) => string | number)
  /** Secrets that the answer shows. */
  // oxlint-disable-next-line typescript/no-explicit-any -- an answer, as the harness has it
  shows?: (answer: any) => string[]
}

/** An owner who makes the calls, and what the calls are about. */
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
    /** Everything that must not be in any row. */
    secrets,
    /** Notes a secret and returns it. */
    hide<T extends string>(secret: T): T {
      secrets.add(secret)
      return secret
    },
    unique: (name: string): string => `${name}${++serial}`,
    /** What the owner needs done first; returns the answer's body. */
    async make(method: string, path: string, body?: Record<string, unknown>) {
      const answer = await owner.call(method, path, body)
      expect(answer.status, `${method} ${path} ${JSON.stringify(answer.body)}`).toBe(200)
      return answer.body
    },
    stop: () => Promise.all([t.stop(), epay.stop(), stripe.stop()]),
  }
}
export type AuditDesk = Awaited<ReturnType<typeof openAuditDesk>>

export const anywhere = { plan_ids: null, periods: null, starts_at: null, ends_at: null }
