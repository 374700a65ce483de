import type { RedeemBatchInput, RedeemTemplateInput } from '@portico/contract/redeem-codes-admin'
import { type Answer, type Member, type TestApp } from './harness.ts'

/** A test app that trusts this header, so that each member can have their own network. */
export const behindProxy = { TRUSTED_PROXIES: '127.0.0.1' }

/** A card of 5.00 for the balance, one for each member. */
export const plainTemplate: RedeemTemplateInput = {
  name: 'Card',
  kind: 'balance',
  value: 500,
  plan_id: null,
  wait_days: null,
  max_per_member: 1,
  new_members_only: false,
  enabled: true,
  colour: null,
}

/** An operator who issues redeem codes, and members who use them, all through the API. */
export async function openCardDesk(t: TestApp) {
  const admin = await t.admin()
  let network = 0

  async function must(answer: Promise<Answer>) {
    const { status, body } = await answer
    if (status !== 200) throw new Error(JSON.stringify(body))
    return body
  }
  /** A member with their own network. */
  async function member(): Promise<Member> {
    const made = await t.member()
    const from = `10.${(network >> 16) & 255}.${(network >> 8) & 255}.${network++ & 255}`
    return { ...made, call: (method, path, payload, headers) => made.call(method, path, payload, { 'x-forwarded-for': from, ...headers }) }
  }
  const template = (values: Partial<RedeemTemplateInput> = {}) =>
    must(admin.call('POST', '/admin/vipcard/templates', { ...plainTemplate, ...values }))
  const batch = (templateId: number, values: Partial<RedeemBatchInput> = {}) =>
    must(
      admin.call('POST', '/admin/vipcard/batches', {
        template_id: templateId,
        name: 'Batch',
        count: 1,
        max_uses: 1,
        starts_at: null,
        expires_at: null,
        ...values,
      }),
    )
  const codes = async (batchId: number): Promise<{ id: number; code: string; status: string }[]> =>
    (await must(admin.call('GET', '/admin/vipcard/codes', { batch_id: batchId, page_size: 100 }))).items

  return {
    admin,
    member,
    template,
    batch,
    codes,
    async cards(values: Partial<RedeemTemplateInput> = {}, of: Partial<RedeemBatchInput> = {}) {
      const made = await batch((await template(values)).id, of)
      const list = await codes(made.id)
      return { batch: made, codes: list, code: list[0]!.code }
    },
    redeem: (by: Member, code: string) => by.call('POST', '/api/vipcard/checkout', { code }),
    check: (by: Member, code: string) => by.call('POST', '/api/vipcard/check', { code }),
    changeBatch: (made: { id: number; name: string; starts_at: string | null; expires_at: string | null }, values: object) =>
      must(
        admin.call('PUT', `/admin/vipcard/batches/${made.id}`, {
          name: made.name,
          enabled: true,
          starts_at: made.starts_at,
          expires_at: made.expires_at,
          ...values,
        }),
      ),
  }
}
export type CardDesk = Awaited<ReturnType<typeof openCardDesk>>
