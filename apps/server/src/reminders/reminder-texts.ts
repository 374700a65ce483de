import type { ErrorCode } from '@portico/contract/errors'
import type { ToldByStaff } from '@portico/contract/told-by-staff'
import type { Language } from '@portico/contract/translations'

type Sentences = {
  plan: string
  renewed: string
  reset: string
  topup: string
  topupName: string
  priceAndFee: string
  priceUntil: string
  days: (n: number) => string
  /** Sentence about what given days bring. */
  daysBring: string
  /** Sentence about a given plan that waits for the first connection. */
  waits: string
  traffic: string
  staff: Record<Exclude<ToldByStaff['what'], 'message'>, string>
  otherProblem: string
  problems: Partial<Record<ErrorCode, string>>
}

/** The sentences that stand in the texts of reminders. `{plan}`, `{amount}`, `{fee}` and `{n}` are filled in. */
export const sentences: Record<Language, Sentences> = {
  en: {
    plan: '{plan} is paid and active.',
    renewed: '{plan} was renewed automatically.',
    reset: 'Your traffic has been reset.',
    topup: 'Your top-up has arrived.',
    topupName: 'Top-up',
    priceAndFee: '{amount}, and a fee of {fee} if your card pays',
    priceUntil: 'Until then you renew for {amount}, as before.',
    days: (n) => `Your plan runs ${n} ${n === 1 ? 'day' : 'days'} longer.`,
    daysBring: 'For that time, {amount} of traffic is added.',
    waits: 'It begins when you first connect.',
    traffic: 'You have {amount} of extra traffic.',
    staff: {
      extended: 'Support has extended your plan by {n} days.',
      plan: 'Support has given you a plan for {n} days.',
      traffic: 'Support has added {amount} of traffic to your plan.',
      new_link: 'You have a new subscription link, and the old one has stopped working. Import the new one into your apps.',
      suspended: 'Your account has been suspended. Please contact support.',
      lifted: 'Your account has been restored. You can log in and connect as before.',
      devices: 'Support has cleared your device list. Connect again; devices in use come back within a few minutes.',
    },
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
      'renewal.price_not_agreed':
        'You have not agreed to a price yet. Turn automatic renewal off and on to accept the current price, or renew manually.',
    },
  },
  'zh-CN': {
    plan: '{plan} 已付款并生效。',
    renewed: '{plan} 已自动续费。',
    reset: '您的流量已重置。',
    topup: '您的充值已到账。',
    topupName: '充值',
    priceAndFee: '{amount}，如从银行卡扣款另收手续费 {fee}',
    priceUntil: '在此之前续费，仍按原价 {amount}。',
    days: (n) => `您的套餐已延长 ${n} 天。`,
    daysBring: '延长的时间附带 {amount} 流量。',
    waits: '首次连接时开始计时。',
    traffic: '您已获得 {amount} 额外流量。',
    staff: {
      extended: '客服已为您的套餐延长 {n} 天。',
      plan: '客服已赠送您 {n} 天套餐。',
      traffic: '客服已为您的套餐增加 {amount} 流量。',
      new_link: '您的订阅链接已更换，旧链接已失效，请将新链接重新导入客户端。',
      suspended: '您的账号已停用，请联系客服。',
      lifted: '您的账号已恢复使用，现在可以照常登录和连接。',
      devices: '客服已清空您的设备列表，请重新连接，正在使用的设备会在几分钟内重新出现。',
    },
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
      'renewal.price_not_agreed': '您尚未确认续费价格。请关闭后重新开启自动续费以接受当前价格，或手动续费。',
    },
  },
}
