import type { ErrorCode } from '@portico/contract/errors'
import type { Language } from '@portico/contract/translations'

type Sentences = {
  plan: string
  renewed: string
  reset: string
  topup: string
  topupName: string
  days: (n: number) => string
  traffic: string
  otherProblem: string
  problems: Partial<Record<ErrorCode, string>>
}

/** The sentences that stand in the texts of reminders. `{plan}` and `{amount}` are filled in. */
export const sentences: Record<Language, Sentences> = {
  en: {
    plan: '{plan} is paid and active.',
    renewed: '{plan} was renewed automatically.',
    reset: 'Your traffic has been reset.',
    topup: 'Your top-up has arrived.',
    topupName: 'Top-up',
    days: (n) => `Your plan runs ${n} ${n === 1 ? 'day' : 'days'} longer.`,
    traffic: 'You have {amount} of extra traffic.',
    otherProblem: 'Please renew manually, or contact us.',
    problems: {
      'balance.insufficient': 'Your balance is too low. Please top up.',
      'card.declined': 'Your bank declined your saved card. We’ll try again.',
      'card.given_up': 'Your saved card was declined four times. Top up, renew manually or save another card.',
      'card.owner_needed': 'Your bank asks you to confirm the payment yourself. Please renew manually.',
      'card.refused': 'The payment service did not accept the charge. We’ll try again.',
      'card.unclear': 'We’re checking whether your saved card was charged. You won’t be charged twice.',
      'card.unreachable': 'We could not reach the payment service, so your card was not charged. We’ll try again.',
      'order.open_exists': 'You have an unfinished order. Pay or cancel it first.',
      'plan.not_sold': 'Your plan is no longer sold for this period. Please choose another period or plan.',
    },
  },
  'zh-CN': {
    plan: '{plan} 已付款并生效。',
    renewed: '{plan} 已自动续费。',
    reset: '您的流量已重置。',
    topup: '您的充值已到账。',
    topupName: '充值',
    days: (n) => `您的套餐已延长 ${n} 天。`,
    traffic: '您已获得 {amount} 额外流量。',
    otherProblem: '请手动续费，或联系我们。',
    problems: {
      'balance.insufficient': '余额不足，请先充值。',
      'card.declined': '银行拒绝了您保存的银行卡，我们会再次尝试。',
      'card.given_up': '您保存的银行卡已被拒绝四次。请充值、手动续费，或保存其他银行卡。',
      'card.owner_needed': '银行要求您本人确认付款，请手动续费。',
      'card.refused': '支付服务未接受此次扣款，我们会再次尝试。',
      'card.unclear': '我们正在确认银行卡是否已扣款，不会重复扣款。',
      'card.unreachable': '暂时无法连接支付服务，银行卡未扣款，我们会再次尝试。',
      'order.open_exists': '您有未完成的订单，请先支付或取消。',
      'plan.not_sold': '您的套餐不再提供此周期，请选择其他周期或套餐。',
    },
  },
}
