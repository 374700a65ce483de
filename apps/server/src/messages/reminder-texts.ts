import type { ReminderTemplate } from '@portico/contract/message-placeholders'
import type { MessageText } from '@portico/contract/messages-admin'
import type { Language } from '@portico/contract/translations'

/** Built-in reminders. Push messages show the SMS text, so it has nothing a locked screen should not show. */
export const reminderTexts: Record<Language, Record<ReminderTemplate, MessageText>> = {
  en: {
    plan_expiring: {
      subject: 'Your plan ends on {{day}}',
      text: 'Your plan {{plan}} at {{site}} runs until {{time}} and does not renew itself.\n\nRenew it before then and nothing changes: your link and your apps stay as they are.\n\nRenew: {{link}}',
      sms: 'Your plan ends on {{day}}',
    },
    usage_alert: {
      subject: 'You’ve used more than {{percent}}% of your traffic',
      text: 'You’ve used more than {{percent}}% of your traffic at {{site}}. When it is used up, your connection stops until the next cycle.\n\nSee my traffic: {{link}}',
      sms: 'You’ve used more than {{percent}}% of your traffic',
    },
    order_waiting: {
      subject: 'Your order is waiting for payment',
      text: 'Your order at {{site}} is not paid yet: {{what}}, {{amount}}.\n\nIt is kept for you until {{time}}. After that you can simply order again.\n\nPay: {{link}}',
      sms: 'Your order is waiting for payment',
    },
    order_paid: {
      subject: '{{site}}: your payment has arrived',
      text: '{{what}}\n\nOrder {{number}}\n\nSee the order: {{link}}',
      sms: '{{what}}',
    },
    renewal_problem: {
      subject: 'Your plan could not be renewed',
      text: 'We could not renew your plan at {{site}}.\n\n{{what}}\n\nView renewal: {{link}}',
      sms: 'Your plan could not be renewed',
    },
    renewal_price: {
      subject: 'Your next renewal has a new price',
      text: 'The price of your plan {{plan}} at {{site}} has changed. It renews itself before {{time}}, and will then cost {{amount}}.\n\nIf you do not want that, turn automatic renewal off before then, or choose another plan.\n\nView renewal: {{link}}',
      sms: 'Your next renewal will cost {{amount}}',
    },
    price_announced: {
      subject: 'Your plan will cost more from {{day}}',
      text: 'The price of your plan {{plan}} at {{site}} changes. Renewed on {{day}} or later, it costs {{amount}}.\n\n{{what}}\n\nDiscounts of yours still come off. If your plan renews itself, we will write again before it does.\n\nSee my plan: {{link}}',
      sms: 'Your plan will cost more from {{day}}',
    },
    ticket_answered: {
      subject: 'We’ve answered your ticket at {{site}}',
      text: 'There is an answer to your ticket “{{subject}}”.\n\n{{what}}\n\nRead it: {{link}}',
      sms: 'We’ve answered your ticket',
    },
    ticket_closed: {
      subject: 'Your ticket at {{site}} was closed',
      text: 'Your ticket “{{subject}}” was closed. If something is still open, reply in it and it opens again.\n\nRead it: {{link}}',
      sms: 'Your ticket was closed',
    },
    told_by_staff: {
      subject: 'A message from {{site}}',
      text: '{{what}}\n\nOpen my account: {{link}}',
      sms: 'You have a message from support',
    },
    commission_confirmed: {
      subject: 'You’ve earned {{amount}}',
      text: 'A commission of {{amount}} for someone you invited to {{site}} has been confirmed.\n\nSee my commission: {{link}}',
      sms: 'A commission has been confirmed',
    },
    node_outage: {
      subject: '{{node}} is unreachable',
      text: '{{node}} has been unreachable since {{time}}. We are on it.\n\nChoose another node until it is back; your app may need to update the subscription.\n\nSee all nodes: {{link}}',
      sms: '{{node}} is unreachable',
    },
    outage_compensation: {
      subject: 'You’ve been compensated for an outage',
      text: '{{node}} was unreachable on {{day}}. We are sorry. {{what}}\n\nMy subscription: {{link}}',
      sms: 'You’ve been compensated for an outage',
    },
  },
  'zh-CN': {
    plan_expiring: {
      subject: '您的套餐将于 {{day}}到期',
      text: '您在 {{site}} 的套餐“{{plan}}”将于 {{time}} 到期，且未开启自动续费。\n\n到期前续费，订阅链接和客户端均无需更改。\n\n立即续费：{{link}}',
      sms: '您的套餐将于 {{day}}到期',
    },
    usage_alert: {
      subject: '您的流量已使用超过 {{percent}}%',
      text: '您在 {{site}} 的流量已使用超过 {{percent}}%。流量用完后，连接将中断，直至下个周期。\n\n查看流量：{{link}}',
      sms: '您的流量已使用超过 {{percent}}%',
    },
    order_waiting: {
      subject: '您有一笔订单等待支付',
      text: '您在 {{site}} 的订单尚未支付：{{what}}，{{amount}}。\n\n订单将保留至 {{time}}，过期后可重新下单。\n\n去支付：{{link}}',
      sms: '您有一笔订单等待支付',
    },
    order_paid: {
      subject: '{{site}}：付款已到账',
      text: '{{what}}\n\n订单号：{{number}}\n\n查看订单：{{link}}',
      sms: '{{what}}',
    },
    renewal_problem: {
      subject: '您的套餐续费失败',
      text: '您在 {{site}} 的套餐未能自动续费。\n\n{{what}}\n\n查看续费：{{link}}',
      sms: '您的套餐续费失败',
    },
    renewal_price: {
      subject: '您的下次续费价格有变',
      text: '您在 {{site}} 的套餐“{{plan}}”价格已调整。套餐将在 {{time}} 前自动续费，届时费用为 {{amount}}。\n\n如不需要，请在此之前关闭自动续费，或更换套餐。\n\n查看续费：{{link}}',
      sms: '您的下次续费价格为 {{amount}}',
    },
    price_announced: {
      subject: '您的套餐将于 {{day}}起调价',
      text: '您在 {{site}} 的套餐“{{plan}}”即将调价：{{day}}起续费，价格为 {{amount}}。\n\n{{what}}\n\n您享有的优惠照常抵扣。如已开启自动续费，我们会在扣款前再次通知您。\n\n查看套餐：{{link}}',
      sms: '您的套餐将于 {{day}}起调价',
    },
    ticket_answered: {
      subject: '{{site}} 已回复您的工单',
      text: '您的工单“{{subject}}”有新回复。\n\n{{what}}\n\n查看回复：{{link}}',
      sms: '您的工单有新回复',
    },
    ticket_closed: {
      subject: '您在 {{site}} 的工单已关闭',
      text: '您的工单“{{subject}}”已关闭。如仍有问题，直接在工单中回复即可重新打开。\n\n查看工单：{{link}}',
      sms: '您的工单已关闭',
    },
    told_by_staff: {
      subject: '{{site}} 给您的消息',
      text: '{{what}}\n\n打开我的账号：{{link}}',
      sms: '客服给您发来一条消息',
    },
    commission_confirmed: {
      subject: '您获得佣金 {{amount}}',
      text: '您邀请的会员带来的佣金 {{amount}} 已在 {{site}} 确认。\n\n查看佣金：{{link}}',
      sms: '您有一笔佣金已确认',
    },
    node_outage: {
      subject: '{{node}} 暂时无法连接',
      text: '{{node}} 自 {{time}} 起无法连接，我们正在处理。\n\n恢复前请选择其他节点，客户端可能需要更新订阅。\n\n查看节点：{{link}}',
      sms: '{{node}} 暂时无法连接',
    },
    outage_compensation: {
      subject: '您已获得故障补偿',
      text: '{{node}} 曾于 {{day}}无法连接，非常抱歉。{{what}}\n\n我的订阅：{{link}}',
      sms: '您已获得故障补偿',
    },
  },
}

/** Foot of reminders: why the recipient gets the mail. */
export const reminderFoot: Record<Language, string> = {
  en: 'You get this mail because you have an account at {{site}} and reminders of this kind are on.',
  'zh-CN': '您是 {{site}} 的会员，并开启了此类提醒，因此收到此邮件。',
}

/** The links below a reminder. */
export const reminderLinks: Record<Language, { stop: string; choose: string; stopRenewal: string }> = {
  en: { stop: 'Stop these mails', choose: 'Choose your reminders', stopRenewal: 'Turn off automatic renewal' },
  'zh-CN': { stop: '不再接收此类邮件', choose: '管理提醒', stopRenewal: '关闭自动续费' },
}
