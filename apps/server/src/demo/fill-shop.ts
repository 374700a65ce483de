import type { PaymentMethodInput } from '@portico/contract/payments-admin'
import { eachPeriod } from '@portico/contract/periods'
import { eachLimit } from '@portico/contract/plan-limits'
import type { PlanInput } from '@portico/contract/plans-admin'
import type { App } from '../app.ts'
import { createGroup } from '../groups/groups.ts'
import type { Caller } from '../actor.ts'
import { createMethod } from '../payments/payment-methods.ts'
import { createPlan } from '../plans/change-plans.ts'

const GB = 2 ** 30
/** Invented: no bank has this name or this number. */
const TRANSFER = {
  en: `This is an example account. Send no money.

Bank: Example Bank
Name: Portico Demo
Account: 0000 0000 0000 0000
SWIFT: EXAMXX00`,
  zh: `此为示例账户，请勿转账。

开户行：示例银行
户名：Portico Demo
账号：0000 0000 0000 0000
SWIFT：EXAMXX00`,
}

/** Creates groups, plans and payment methods, in both languages. Returns the plan ids, cheapest first. */
export async function fillShop(app: App, by: Caller, at: Date): Promise<number[]> {
  const { database } = app
  const standard = await createGroup(database, by, 'Standard', at)
  const premium = await createGroup(database, by, 'Premium', at)
  const offers: (Partial<PlanInput> & { name: string; group_id: number })[] = [
    {
      name: 'Light',
      content: 'For reading, mail and maps',
      translations: { 'zh-CN': { name: '轻享', content: '适合浏览、邮件和地图' } },
      group_id: standard,
      transfer_enable: 100 * GB,
      speed_limit: 100,
      device_limit: 3,
      month_price: 1500,
      quarter_price: 4200,
      year_price: 15_000,
    },
    {
      name: 'Plus',
      content: 'For films and video calls',
      translations: { 'zh-CN': { name: '畅享', content: '适合看剧和视频通话', tags: ['推荐'] } },
      group_id: premium,
      transfer_enable: 300 * GB,
      speed_limit: 500,
      device_limit: 5,
      month_price: 3000,
      half_year_price: 16_200,
      year_price: 30_000,
      tags: ['Recommended'],
    },
    {
      name: 'Studio',
      content: 'For teams and large files',
      translations: { 'zh-CN': { name: '工作室', content: '适合团队和大文件' } },
      group_id: premium,
      transfer_enable: 1000 * GB,
      month_price: 8000,
      year_price: 80_000,
      capacity_limit: 50,
    },
    {
      name: 'Nomad',
      content: 'For now and then: no end date',
      translations: { 'zh-CN': { name: '随行', content: '适合偶尔使用，长期有效' } },
      group_id: standard,
      transfer_enable: 50 * GB,
      speed_limit: 100,
      onetime_price: 2500,
    },
  ]
  const ids: number[] = []
  for (const offer of offers) ids.push(await createPlan(database, by, { ...blankPlan, ...offer }, at))
  const method: PaymentMethodInput = {
    driver: 'balance',
    name: 'Balance',
    translations: { 'zh-CN': { name: '余额' } },
    icon: null,
    config: {},
    fee_percent: 0,
    fee_fixed: 0,
    currency: app.settings()['site.currency'],
    exchange_rate: null,
    notify_origin: null,
    enabled: true,
  }
  await createMethod(database, by, method, at)
  const transfer = {
    ...method,
    driver: 'manual' as const,
    name: 'Bank transfer',
    config: { instructions: TRANSFER.en },
    translations: { 'zh-CN': { name: '银行转账', instructions: TRANSFER.zh } },
  }
  await createMethod(database, by, transfer, at)
  return ids
}

const blankPlan: Omit<PlanInput, 'name' | 'group_id'> = {
  content: '',
  tags: [],
  transfer_enable: GB,
  ...eachLimit(() => null),
  capacity_limit: null,
  show: true,
  sell: true,
  renew: true,
  ...eachPeriod(() => null),
}
