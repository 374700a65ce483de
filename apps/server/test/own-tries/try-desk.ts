import { percentCoupon } from '../audit-calls/audit-desk.ts'
import { behindProxy, openCardDesk } from '../card-desk.ts'
import { commissionChain } from '../commission-chain.ts'
import { openShop } from '../gateways/shop.ts'
import { type Answer, type Member, startApp } from '../harness.ts'
import { openStatementDesk } from '../statement-desk.ts'

/** Sets up a console call by which this account would gain. `use`: what its owner does next as a member. */
export type Try = (
  desk: TryDesk,
  me: Member,
) => Promise<{
  id?: string | number
  body?: Record<string, unknown>
  use?: (answer: Answer['body']) => Promise<unknown>
}>
/** Keyed by method and path as in the contract. */
export type Tries = Record<string, Try | Try[]>

/** An owner who sets things up, and what a member does to use a code. */
export async function openTryDesk() {
  const t = await startApp({ env: behindProxy })
  const [shop, cards] = [await openShop(t), await openCardDesk(t)]
  const { db } = t.database
  const withdrawals = { 'withdrawal.enabled': true, 'withdrawal.min': 100, 'withdrawal.methods': ['Alipay'] }
  const { status } = await shop.admin.call('PATCH', '/admin/settings', withdrawals)
  if (status !== 200) throw new Error('withdrawals are off')

  return {
    t,
    stop: t.stop,
    db,
    shop,
    cards,
    chain: commissionChain(t),
    statements: openStatementDesk(t, shop),
    async make(method: string, path: string, body: Record<string, unknown>) {
      const answer = await shop.admin.call(method, path, body)
      if (answer.status !== 200) throw new Error(`${method} ${path} ${JSON.stringify(answer.body)}`)
      return answer.body
    },
    /** A running plan of 10 GB. */
    async subscribed(me: Member): Promise<{ groupId: number }> {
      const { id: planId, groupId } = await t.plan()
      await t.subscribe(me.id, groupId, { planId })
      return { groupId }
    },
    /** Orders whatever is on sale with this coupon. */
    async buyWith(me: Member, coupon_code: string) {
      const { id: plan_id } = await t.plan()
      return me.call('POST', '/muser/order/save', { plan_id, period: 'month_price', coupon_code })
    },
  }
}
export type TryDesk = Awaited<ReturnType<typeof openTryDesk>>

/** Takes everything off a price. */
export const freeCoupon = percentCoupon(100)
