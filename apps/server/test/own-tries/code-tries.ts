import { eq } from 'drizzle-orm'
import { coupons } from '../../src/coupons/coupons.table.ts'
import { redeemCodes } from '../../src/redeem-codes/redeem-codes.table.ts'
import { plainTemplate } from '../card-desk.ts'
import type { Member } from '../harness.ts'
import { freeCoupon, type Tries, type TryDesk } from './try-desk.ts'

export const codeTries: Tries = {
  'POST /admin/vipcard/templates': async (desk, me) => ({
    body: plainTemplate,
    use: async ({ id }) => id && redeemOf(desk, me, (await desk.cards.batch(id)).id),
  }),
  'PUT /admin/vipcard/templates/:id': async (desk, me) => {
    const { id } = await desk.cards.template({ enabled: false })
    const batch = await desk.cards.batch(id)
    return { id, body: plainTemplate, use: () => redeemOf(desk, me, batch.id) }
  },
  'POST /admin/vipcard/batches': async (desk, me) => {
    const { id: template_id } = await desk.cards.template()
    const body = { template_id, name: 'Mine', count: 1, max_uses: 1, starts_at: null, expires_at: null }
    return { body, use: ({ id }) => redeemOf(desk, me, id) }
  },
  'PUT /admin/vipcard/batches/:id': async (desk, me) => {
    const { batch } = await desk.cards.cards()
    const body = { name: batch.name, starts_at: null, expires_at: null }
    await desk.cards.changeBatch(batch, { enabled: false })
    return { id: batch.id, body: { ...body, enabled: true }, use: () => redeemOf(desk, me, batch.id) }
  },
  'PATCH /admin/vipcard/codes/:id': async (desk, me) => {
    const { batch, codes } = await desk.cards.cards()
    const id = codes[0]!.id
    await desk.make('PATCH', `/admin/vipcard/codes/${id}`, { enabled: false })
    return { id, body: { enabled: true }, use: () => redeemOf(desk, me, batch.id) }
  },
  'GET /admin/vipcard/batches/:id/export': async (desk, me) => {
    const { batch } = await desk.cards.cards()
    return { id: batch.id, body: { scope: 'all' }, use: () => redeemOf(desk, me, batch.id) }
  },

  'POST /admin/coupons': async (desk, me) => ({
    body: { ...freeCoupon, code: null },
    use: async ({ code }) => code && desk.buyWith(me, code),
  }),
  'POST /admin/coupons/batches': async (desk, me) => ({
    body: { ...freeCoupon, count: 1, prefix: '' },
    use: async ({ batch_id }) => batch_id && desk.buyWith(me, await codeIn(desk, batch_id)),
  }),
  'PUT /admin/coupons/:id': async (desk, me) => {
    const { id, code } = await desk.make('POST', '/admin/coupons', { ...freeCoupon, value: 1, code: null })
    return { id, body: { ...freeCoupon, code }, use: () => desk.buyWith(me, code) }
  },
  'PATCH /admin/coupons/:id': async (desk, me) => {
    const { id, code } = await desk.make('POST', '/admin/coupons', { ...freeCoupon, code: null })
    await desk.make('PATCH', `/admin/coupons/${id}`, { enabled: false })
    return { id, body: { enabled: true }, use: () => desk.buyWith(me, code) }
  },
  'POST /admin/coupons/enabled': async (desk, me) => {
    const { batch_id } = await desk.make('POST', '/admin/coupons/batches', { ...freeCoupon, count: 1, prefix: '' })
    const filter = { batch_id }
    await desk.make('POST', '/admin/coupons/enabled', { filter, enabled: false, count: 1 })
    return { body: { filter, enabled: true, count: 1 }, use: async () => desk.buyWith(me, await codeIn(desk, batch_id)) }
  },
}

/** Redeems a code of the batch, however its text became known. */
async function redeemOf({ db, cards }: TryDesk, me: Member, batchId: number | undefined) {
  if (batchId === undefined) return
  const [row] = await db.select().from(redeemCodes).where(eq(redeemCodes.batchId, batchId))
  await cards.redeem(me, row!.code)
}

async function codeIn({ db }: TryDesk, batchId: string): Promise<string> {
  const [row] = await db.select().from(coupons).where(eq(coupons.batchId, batchId))
  return row!.code
}
