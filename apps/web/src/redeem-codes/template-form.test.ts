import { RedeemTemplateInput, type RedeemTemplate } from '@portico/contract/redeem-codes-admin'
import { expect, test } from 'vitest'
import { type TemplateForm, toTemplateForm, toTemplateInput } from './template-form.ts'

const template: RedeemTemplate = {
  id: 1,
  name: 'Card',
  kind: 'balance',
  value: 1050,
  currency: 'CNY',
  plan_id: null,
  plan_name: null,
  wait_days: null,
  max_per_member: 2,
  new_members_only: true,
  enabled: false,
  colour: '#409eff',
  batches: 0,
  codes: 0,
  uses: 0,
  created_at: '2030-01-01T00:00:00.000Z',
}

test.each([
  ['balance', 1050, null],
  ['days', 30, null],
  ['traffic', 5 * 2 ** 30, null],
  ['reset', 0, null],
  ['plan', 90, 7],
  ['plan', 90, 7, 60],
  ['plan', 0, 7],
] as [RedeemTemplate['kind'], number, number | null, (number | null)?][])(
  'a %s card of %d is saved as it was',
  (kind, value, plan_id, wait_days = null) => {
    const given = { ...template, kind, value, plan_id, wait_days }
    const { name, max_per_member, new_members_only, enabled, colour } = template
    const input = toTemplateInput(toTemplateForm(given, 'CNY'), 'CNY')
    expect(input).toEqual({ name, kind, value, plan_id, wait_days, max_per_member, new_members_only, enabled, colour })
    expect(RedeemTemplateInput.safeParse(input).success).toBe(true)
  },
)

const wrong: [string, Partial<TemplateForm>][] = [
  ['an amount that is none', { amount: 'ten' }],
  ['an amount finer than the currency', { amount: '1.005' }],
  ['no days', { kind: 'days', days: '' }],
  ['a plan of no days', { kind: 'plan', plan_id: '7', days: 0 }],
  ['a plan that waits for no days', { kind: 'plan', plan_id: '7', waits: true, wait_days: '' }],
  ['no plan', { kind: 'plan', plan_id: null }],
  ['no traffic', { kind: 'traffic', gigabytes: '' }],
]
test.each(wrong)('%s is refused', (_, values) => {
  const form = { ...toTemplateForm(null, 'CNY'), name: 'Card', amount: '5', ...values }
  expect(RedeemTemplateInput.safeParse(toTemplateInput(form, 'CNY')).success).toBe(false)
})
