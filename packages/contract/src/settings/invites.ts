import * as z from 'zod/mini'
import { amount, choice, group, onOff, own, texts, whole } from './define.ts'

export const invites = group(
  { en: 'Invitations', 'zh-CN': '邀请' },
  {
    'invite.forced': onOff({
      default: false,
      permission: 'settings.security',
      label: { en: 'By invitation only', 'zh-CN': '仅限邀请注册' },
      help: { en: 'Nobody can register without a valid invite code.', 'zh-CN': '没有有效邀请码不能注册。' },
    }),
    'invite.single_use': onOff({
      default: false,
      permission: 'settings.write',
      label: { en: 'Codes open one account', 'zh-CN': '邀请码仅限一人使用' },
      help: {
        en: 'Off: a code works any number of times. Codes made before stay as they are.',
        'zh-CN': '关闭后邀请码不限使用次数，已生成的邀请码不变。',
      },
    }),
    'invite.limit': whole({
      default: 5,
      min: 0,
      max: 100,
      permission: 'settings.write',
      label: { en: 'Usable codes per member', 'zh-CN': '每人可用邀请码数量' },
      help: { en: '0: members cannot make any.', 'zh-CN': '填 0 则会员不能自行生成。' },
    }),
  },
)

export const commission = group(
  { en: 'Commission', 'zh-CN': '佣金' },
  {
    'commission.rate': whole({
      default: 10,
      min: 0,
      max: 100,
      unit: 'percent',
      permission: 'settings.money',
      label: { en: 'Rate', 'zh-CN': '佣金比例' },
      help: {
        en: 'Of what is received for an order, unless the member has a rate of their own.',
        'zh-CN': '按订单实收金额计算，会员单独设置的比例优先。',
      },
    }),
    'commission.mode': choice({
      default: 'first',
      choices: {
        first: { en: 'The first paid order of each invited member', 'zh-CN': '仅受邀会员的首笔付费订单' },
        every: { en: 'Every order', 'zh-CN': '每笔订单' },
      },
      permission: 'settings.money',
      label: { en: 'Orders that earn', 'zh-CN': '计佣订单' },
      help: { en: 'Top-ups and what is paid from the balance never earn.', 'zh-CN': '充值和余额支付的部分不计佣金。' },
    }),
    'commission.shares': own({
      schema: z.array(z.int().check(z.gte(0), z.lte(100))).check(
        z.length(3),
        z.refine((shares) => shares.reduce((sum, share) => sum + share, 0) <= 100, 'setting.shares_sum'),
      ),
      default: [100, 0, 0],
      permission: 'settings.money',
      label: { en: 'Levels', 'zh-CN': '分级比例' },
      help: {
        en: 'How the commission is shared among the inviters above the buyer. 100, 0, 0: all of it goes to the direct inviter.',
        'zh-CN': '佣金在购买者的各级邀请人之间的分配。100、0、0 表示全部归直接邀请人。',
      },
    }),
    'commission.freeze_days': whole({
      default: 3,
      min: 0,
      max: 90,
      unit: 'days',
      permission: 'settings.money',
      label: { en: 'Freeze', 'zh-CN': '冻结期' },
      help: {
        en: 'From the payment until the commission is paid. A refund in that time voids it.',
        'zh-CN': '从支付到发放佣金的天数，期间退款则佣金作废。',
      },
    }),
  },
)

export const withdrawals = group(
  { en: 'Withdrawals', 'zh-CN': '提现' },
  {
    'withdrawal.enabled': onOff({
      default: true,
      permission: 'settings.money',
      label: { en: 'Members can withdraw commission', 'zh-CN': '开放佣金提现' },
      help: { en: 'Off: commission can still be moved to the balance.', 'zh-CN': '关闭后佣金仍可转入余额。' },
    }),
    'withdrawal.min': amount({
      default: 100_00,
      min: 1,
      permission: 'settings.money',
      label: { en: 'Smallest amount', 'zh-CN': '最低提现金额' },
      help: { en: 'Including the fee.', 'zh-CN': '含手续费。' },
    }),
    'withdrawal.fee_percent': whole({
      default: 0,
      min: 0,
      max: 50,
      unit: 'percent',
      permission: 'settings.money',
      label: { en: 'Fee', 'zh-CN': '手续费' },
      help: { en: 'Taken from each withdrawal, 50 % at most.', 'zh-CN': '从每笔提现中扣除，最高 50%。' },
    }),
    'withdrawal.methods': texts({
      default: ['Alipay', 'USDT (TRC20)', 'PayPal'],
      most: 20,
      maxLength: 40,
      permission: 'settings.money',
      label: { en: 'Methods', 'zh-CN': '提现方式' },
      help: { en: 'What members can choose, by name.', 'zh-CN': '供会员选择的方式名称。' },
    }),
  },
)
