import type { TicketKind } from '@portico/contract/tickets'
import type { App } from '../app.ts'
import type { Caller } from '../actor.ts'
import { closeTicket, rateTicket, seeTicket } from '../tickets/change-ticket.ts'
import { openTicket } from '../tickets/open-ticket.ts'
import { replyAsStaff } from '../tickets/reply.ts'
import type { DemoMember } from './fill-people.ts'

const [HOUR, DAY] = [3600_000, 24 * 3600_000]

type Solved = { daysAgo: number; hours: number; kind: TicketKind; score: number | null; subject: string; text: string; answer: string }

const solved: Solved[] = [
  {
    daysAgo: 44,
    hours: 2,
    kind: 'account',
    score: 5,
    subject: 'How do I change my e-mail address?',
    text: 'The old one will be switched off next month.',
    answer: 'On the profile page, under E-mail. Both addresses get a code.',
  },
  {
    daysAgo: 41,
    hours: 5,
    kind: 'connection',
    score: 4,
    subject: 'Clash 提示订阅更新失败',
    text: '早上开始一直提示更新失败，流量还有剩余。',
    answer: '订阅链接已在今早更换，请在首页重新导入一次即可。',
  },
  {
    daysAgo: 36,
    hours: 1.4,
    kind: 'billing',
    score: 5,
    subject: 'Can I pay for a year at once?',
    text: 'The page only shows a month.',
    answer: 'Yes: choose the period above the price on the plan page.',
  },
  {
    daysAgo: 33,
    hours: 3.1,
    kind: 'speed',
    score: 3,
    subject: 'Slow in the evening',
    text: 'Videos stop between nine and eleven.',
    answer: 'Hong Kong 02 now has a second line. Please try it tonight.',
  },
  {
    daysAgo: 29,
    hours: 0.7,
    kind: 'connection',
    score: 5,
    subject: 'iPhone 无法导入订阅',
    text: '点击导入后没有反应。',
    answer: '请先安装客户端，再返回首页点击导入。',
  },
  {
    daysAgo: 26,
    hours: 6,
    kind: 'other',
    score: null,
    subject: 'Do you have an affiliate banner?',
    text: 'I write about travel and would like to link you.',
    answer: 'Your invitation link and its code are on the Invitations page.',
  },
  {
    daysAgo: 22,
    hours: 1.1,
    kind: 'billing',
    score: 5,
    subject: '优惠码无法使用',
    text: '输入 WELCOME 后提示不可用。',
    answer: '该优惠码仅限首次购买。这次续费可使用账户余额。',
  },
  {
    daysAgo: 19,
    hours: 2.6,
    kind: 'connection',
    score: 4,
    subject: 'Which app for a television?',
    text: 'It runs Android 11.',
    answer: 'sing-box works there. The guide with pictures is in the help.',
  },
  {
    daysAgo: 17,
    hours: 4.2,
    kind: 'speed',
    score: 4,
    subject: 'Games lag on Japan 01',
    text: 'It was 40 ms last week and is 120 ms now.',
    answer: 'The route is repaired. It should be below 50 ms again.',
  },
  {
    daysAgo: 12,
    hours: 0.9,
    kind: 'account',
    score: 5,
    subject: '忘记了两步验证的恢复代码',
    text: '换了手机，无法登录。',
    answer: '已核实身份并重置两步验证，请重新设置。',
  },
  {
    daysAgo: 9,
    hours: 1.8,
    kind: 'connection',
    score: 5,
    subject: 'Subscription shows zero nodes',
    text: 'The list in the app is empty since I updated it.',
    answer: 'The new version needs the second link on the Import page.',
  },
  {
    daysAgo: 5,
    hours: 2.2,
    kind: 'billing',
    score: 4,
    subject: 'Invoice with my company name',
    text: 'Can the name be on the invoice?',
    answer: 'Enter it under Invoices, then every later invoice has it.',
  },
  {
    daysAgo: 3,
    hours: 1.2,
    kind: 'speed',
    score: 5,
    subject: '晚上看视频卡顿',
    text: '用的是新加坡节点。',
    answer: '请换用香港 02，晚间线路更宽裕。',
  },
]

/** Tickets of the last weeks that were answered and closed, most of them rated. */
export async function fillSolvedTickets(app: App, by: Caller, members: DemoMember[]): Promise<void> {
  const { database } = app
  for (const [i, { daysAgo, hours, score, answer, ...about }] of solved.entries()) {
    const there = members.filter(({ joinedDaysAgo }) => joinedDaysAgo > daysAgo)
    const accountId = there[(i * 3) % there.length]?.id ?? members[0]?.id ?? 0
    const opened = app.now().getTime() - daysAgo * DAY
    const { id: ticketId } = await openTicket(database, { ...about, level: 'medium', accountId }, new Date(opened))
    await replyAsStaff(database, by, { ticketId, text: answer, by: 'web' }, new Date(opened + hours * HOUR))
    const closed = new Date(opened + (hours * 2 + 3) * HOUR)
    await closeTicket(database, by, { ticketId, as: 'staff' }, closed)
    if (score === null) continue
    await seeTicket(database, { accountId, ticketId, seq: Number.MAX_SAFE_INTEGER }, closed)
    await rateTicket(database, { accountId, ticketId, score, text: null })
  }
}
