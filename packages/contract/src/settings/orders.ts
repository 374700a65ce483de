import * as z from 'zod/mini'
import { Amount } from '../money.ts'
import { amount, group, onOff, own, whole } from './define.ts'

export const orders = group({ en: 'Orders', 'zh-CN': '订单' }, 'settings.money', {
  'order.timeout_minutes': whole({
    default: 30,
    min: 5,
    max: 1440,
    unit: 'minutes',
    label: { en: 'Payment time limit', 'zh-CN': '支付时限' },
    help: {
      en: 'Unpaid orders expire after this time, unless proof of a transfer was sent. 5 to 1440 minutes.',
      'zh-CN': '超时未支付的订单会过期，已提交付款凭证的除外。5 至 1440 分钟。',
    },
  }),
  'change.enabled': onOff({
    default: true,
    label: { en: 'Members can change plans', 'zh-CN': '允许更换套餐' },
    help: {
      en: 'When off, members with an active plan can only renew it.',
      'zh-CN': '关闭后，套餐生效中的会员只能续费原套餐。',
    },
  }),
  'change.surplus': onOff({
    default: true,
    label: { en: 'Credit remaining plan value', 'zh-CN': '旧套餐剩余价值抵扣' },
    help: {
      en: 'The remaining value of the old plan counts towards the new one.',
      'zh-CN': '更换套餐时，旧套餐的剩余价值抵扣新套餐的价格。',
    },
  }),
  'renewal.enabled': onOff({
    default: true,
    label: { en: 'Automatic renewal', 'zh-CN': '自动续费' },
    help: {
      en: 'Members can renew automatically from their balance or a saved card.',
      'zh-CN': '会员可选择用余额或已保存的银行卡自动续费。',
    },
  }),
  'renewal.grace_days': whole({
    default: 30,
    min: 0,
    max: 365,
    unit: 'days',
    label: { en: 'Renewal after the end', 'zh-CN': '到期后可续费期限' },
    help: {
      en: 'How long members can still renew a plan that has ended, even if it is no longer on sale. 0 to 365 days.',
      'zh-CN': '套餐到期后多久内仍可续费，停售的套餐也适用。0 至 365 天。',
    },
  }),
  'renewal.hours_before': whole({
    default: 24,
    min: 1,
    max: 168,
    unit: 'hours',
    label: { en: 'First renewal attempt', 'zh-CN': '首次续费时间' },
    help: { en: 'How long before the plan ends. 1 to 168 hours.', 'zh-CN': '套餐到期前多久首次尝试续费，1 至 168 小时。' },
  }),
})

export const topup = group({ en: 'Top-up', 'zh-CN': '充值' }, 'settings.money', {
  'topup.enabled': onOff({
    default: true,
    label: { en: 'Members can top up', 'zh-CN': '开放余额充值' },
  }),
  'topup.min': amount({
    default: 100,
    min: 1,
    label: { en: 'Minimum top-up', 'zh-CN': '最低充值金额' },
  }),
  'topup.max': amount({
    default: 100_000_00,
    min: 1,
    label: { en: 'Maximum top-up', 'zh-CN': '最高充值金额' },
  }),
  'topup.tiers': own({
    schema: z.array(z.object({ amount: Amount, bonus: Amount })).check(z.maxLength(20)),
    default: [],
    label: { en: 'Bonus tiers', 'zh-CN': '充值赠送' },
    help: {
      en: 'A top-up of at least this amount adds this bonus. Only the highest tier reached counts.',
      'zh-CN': '充值达到该金额即赠送相应金额，只按达到的最高一档赠送。',
    },
  }),
})
