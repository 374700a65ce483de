import { group, whole } from './define.ts'

export const tickets = group({ en: 'Tickets', 'zh-CN': '工单' }, 'settings.write', {
  'ticket.close_hours': whole({
    default: 24,
    min: 1,
    max: 720,
    unit: 'hours',
    label: { en: 'Close answered tickets', 'zh-CN': '自动关闭已回复的工单' },
    help: {
      en: 'After this time without an answer from the member. Tickets that wait for staff never close by themselves.',
      'zh-CN': '会员超过此时长未回复则自动关闭。等待客服回复的工单不会自动关闭。',
    },
  }),
  'ticket.reopen_days': whole({
    default: 14,
    min: 0,
    max: 365,
    unit: 'days',
    label: { en: 'Members can reopen tickets', 'zh-CN': '会员可重新打开工单' },
    help: { en: 'For this time after closing. 0 means never.', 'zh-CN': '关闭后在此期限内可重新打开，填 0 则不允许。' },
  }),
  'ticket.target_high': whole({
    default: 2,
    min: 1,
    max: 720,
    unit: 'hours',
    label: { en: 'Answer urgent tickets within', 'zh-CN': '紧急工单的回复时限' },
    help: { en: 'Tickets that wait longer stand out in the inbox.', 'zh-CN': '超过时限的工单会在收件箱中突出显示。' },
  }),
  'ticket.target_medium': whole({
    default: 8,
    min: 1,
    max: 720,
    unit: 'hours',
    label: { en: 'Answer normal tickets within', 'zh-CN': '普通工单的回复时限' },
  }),
  'ticket.target_low': whole({
    default: 24,
    min: 1,
    max: 720,
    unit: 'hours',
    label: { en: 'Answer low-priority tickets within', 'zh-CN': '低优先级工单的回复时限' },
  }),
})
