import * as z from 'zod/mini'
import type { Rule } from '../rule-texts.ts'
import { amount, choice, group, onOff, own, texts, whole } from './define.ts'

export const invites = group({ en: 'Invitations', 'zh-CN': '邀请' }, 'settings.security', {
  'invite.forced': onOff({
    default: false,
    label: { en: 'By invitation only', 'zh-CN': '仅限邀请注册' },
    help: { en: 'An invite code is required to register.', 'zh-CN': '注册时必须填写有效的邀请码。' },
  }),
  'invite.single_use': onOff({
    default: false,
    permission: 'settings.write',
    label: { en: 'One registration per code', 'zh-CN': '邀请码仅限一人使用' },
    help: {
      en: "When off, a code works any number of times. Existing codes don't change.",
      'zh-CN': '关闭后邀请码不限使用次数，已生成的邀请码不受影响。',
    },
  }),
  'invite.limit': whole({
    default: 5,
    min: 0,
    max: 100,
    permission: 'settings.write',
    label: { en: 'Available codes per member', 'zh-CN': '每人可用邀请码数量' },
    help: { en: "With 0, members can't create any.", 'zh-CN': '填 0 则会员不能自行生成邀请码。' },
  }),
})

/** Choices for when a top-up's money earns a commission level. */
const balanceRule = (label: Record<'en' | 'zh-CN', string>) =>
  choice({
    default: 'never',
    choices: {
      never: { en: 'Earns nothing', 'zh-CN': '不计佣金' },
      topup: { en: 'Earns when it is topped up', 'zh-CN': '充值到账时计佣' },
      order: { en: 'Earns when it pays for an order', 'zh-CN': '支付订单时计佣' },
    },
    label,
    help: {
      en: 'What was topped up earns once, even if this changes in between. Bonuses, codes, gifts and commission earn nothing.',
      'zh-CN': '同一笔充值只计佣一次，中途更改此项也不会重复。赠送金额、兑换码、补偿和佣金转入的余额不计佣。',
    },
  })

export const commission = group({ en: 'Commission', 'zh-CN': '佣金' }, 'settings.money', {
  'commission.rate': whole({
    default: 10,
    min: 0,
    max: 100,
    unit: 'percent',
    label: { en: 'Rate', 'zh-CN': '佣金比例' },
    help: {
      en: 'Percent of the amount received for an order. A rate set for a member takes precedence.',
      'zh-CN': '按订单实收金额计算，会员单独设置的比例优先。',
    },
  }),
  'commission.mode': choice({
    default: 'first',
    choices: {
      first: { en: 'Only the first paid order of each invited member', 'zh-CN': '仅受邀会员的首笔付费订单' },
      every: { en: 'Every order', 'zh-CN': '每笔订单' },
    },
    label: { en: 'Commission on', 'zh-CN': '计佣订单' },
    help: {
      en: 'What a payment service receives for an order always counts. Below you choose what counts of money on the balance.',
      'zh-CN': '支付渠道收到的订单款项始终计佣；余额里的钱如何计佣，在下方选择。',
    },
  }),
  'commission.shares': own({
    schema: z.array(z.int().check(z.gte(0), z.lte(100))).check(
      z.minLength(3),
      z.maxLength(3),
      z.refine((shares) => shares.reduce((sum, share) => sum + share, 0) <= 100, 'setting.shares_sum' satisfies Rule),
    ),
    default: [100, 0, 0],
    label: { en: 'Levels', 'zh-CN': '分级比例' },
    help: {
      en: "How the commission is divided among the buyer's chain of inviters. With 100, 0, 0 all of it goes to the direct inviter.",
      'zh-CN': '设置佣金如何在购买人的各级邀请人之间分配。100、0、0 表示全部归直接邀请人。',
    },
  }),
  'commission.balance_1': balanceRule({ en: 'Money on the balance, level 1', 'zh-CN': '余额计佣（一级）' }),
  'commission.balance_2': balanceRule({ en: 'Money on the balance, level 2', 'zh-CN': '余额计佣（二级）' }),
  'commission.balance_3': balanceRule({ en: 'Money on the balance, level 3', 'zh-CN': '余额计佣（三级）' }),
  'commission.freeze_days': whole({
    default: 3,
    min: 0,
    max: 90,
    unit: 'days',
    label: { en: 'Freeze period', 'zh-CN': '冻结期' },
    help: {
      en: 'Time from the payment until the commission is paid. A refund in that time voids it.',
      'zh-CN': '从支付到发放佣金的天数，期间退款则佣金作废。',
    },
  }),
})

export const withdrawals = group({ en: 'Withdrawals', 'zh-CN': '提现' }, 'settings.security', {
  'withdrawal.enabled': onOff({
    default: true,
    permission: 'settings.money',
    label: { en: 'Members can withdraw commission', 'zh-CN': '开放佣金提现' },
    help: { en: 'When off, commission can still be moved to the balance.', 'zh-CN': '关闭后佣金仍可转入余额。' },
  }),
  'withdrawal.min': amount({
    default: 100_00,
    min: 1,
    permission: 'settings.money',
    label: { en: 'Minimum withdrawal', 'zh-CN': '最低提现金额' },
    help: { en: 'Including the fee.', 'zh-CN': '含手续费。' },
  }),
  'withdrawal.fee_percent': whole({
    default: 0,
    min: 0,
    max: 50,
    unit: 'percent',
    permission: 'settings.money',
    label: { en: 'Fee', 'zh-CN': '手续费' },
    help: { en: 'Deducted from each withdrawal. At most 50%.', 'zh-CN': '从每笔提现中扣除，最高 50%。' },
  }),
  'withdrawal.hold_hours': whole({
    default: 24,
    min: 0,
    max: 720,
    unit: 'hours',
    label: { en: 'Hold after a change by staff', 'zh-CN': '工作人员改动后暂停提现' },
    help: {
      en: 'After staff change a member’s address, number or password, that member’s withdrawals wait this long. 0 means no wait.',
      'zh-CN': '工作人员修改会员的邮箱、手机号或密码后，该会员的提现暂停这么久。0 表示不暂停。',
    },
  }),
  'withdrawal.methods': texts({
    default: ['Alipay', 'USDT (TRC20)', 'PayPal'],
    most: 20,
    maxLength: 40,
    permission: 'settings.money',
    label: { en: 'Methods', 'zh-CN': '提现方式' },
    help: { en: 'The names members choose from.', 'zh-CN': '供会员选择的方式名称。' },
  }),
})
