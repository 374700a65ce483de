import type { ErrorCode } from '@portico/contract/errors'
import type { EventContent, EventOf } from '@portico/contract/events'
import { formatBytes } from '@portico/contract/format-bytes'
import { formatMoney } from '@portico/contract/format-money'
import { renewPath } from '@portico/contract/periods'
import type { Language } from '@portico/contract/translations'
import { and, eq, sql } from 'drizzle-orm'
import { batchedIn } from '../db/batch.ts'
import type { Db } from '../db/client.ts'
import { inLanguage } from '../in-language.ts'
import type { ReminderContent, ReminderData } from '../messages/message.ts'
import { plans } from '../plans/plans.table.ts'
import { lastPeriodSql } from '../subscriptions/read-subscription.ts'
import { subscriptions } from '../subscriptions/subscriptions.table.ts'
import { ticketMessages } from '../tickets/tickets.table.ts'
import { sentences } from './reminder-texts.ts'

/** Text of an event for a member in a language, with one link; used by every channel. */
export async function reminderMessage(db: Db, accountId: number, content: EventContent, language: Language): Promise<ReminderContent> {
  return { template: content.type, data: await dataOf(db, accountId, content, language) }
}

async function dataOf(db: Db, accountId: number, { type, data }: EventContent, language: Language): Promise<ReminderData> {
  switch (type) {
    case 'plan_expiring':
      return { ...(await ownPlan(db, accountId, language)), time: data.expires_at }
    case 'usage_alert':
      return { path: '/user/traffics', percent: data.threshold }
    case 'order_waiting':
      return {
        path: `/user/order/${data.trade_no}`,
        what: inLanguage(data, language).plan ?? sentences[language].topupName,
        amount: formatMoney(data.amount, data.currency, language),
        number: data.trade_no,
        time: data.expires_at,
      }
    case 'order_paid':
      return { path: `/user/order/${data.trade_no}`, what: paidText(data, language), number: data.trade_no }
    case 'renewal_problem': {
      const { problems, otherProblem } = sentences[language]
      // A code that is not in the list has no sentence of its own.
      return { path: '/user/center', what: problems[data.problem as ErrorCode] ?? otherProblem }
    }
    case 'renewal_price':
      return {
        path: '/user/center',
        plan: inLanguage(data, language).plan,
        amount: renewalAmount(data, language),
        time: data.expires_at,
      }
    case 'price_announced': {
      const { plan_id: planId, period, amount, now_amount: before, currency, from: time } = data
      const what = sentences[language].priceUntil.replace('{amount}', formatMoney(before, currency, language))
      const shown = { plan: inLanguage(data, language).plan, amount: formatMoney(amount, currency, language) }
      return { path: renewPath(planId, period), ...shown, what, time }
    }
    case 'ticket_answered':
      return { path: `/user/ticket/${data.ticket_id}`, subject: data.subject, what: await answerText(db, data) }
    case 'ticket_closed':
      return { path: `/user/ticket/${data.ticket_id}`, subject: data.subject }
    case 'told_by_staff':
      return { path: data.what === 'new_link' ? '/user/subscribe/index' : '/user/center', what: staffText(data, language) }
    case 'commission_confirmed':
      return { path: '/user/invites', amount: formatMoney(data.amount, data.currency, language) }
    case 'node_outage':
      return { path: '/user/nodes', node: inLanguage(data, language).node, time: data.began_at }
    case 'outage_compensation':
      return { path: '/user/subscribe/index', node: inLanguage(data, language).node, time: data.began_at, what: givenText(data, language) }
  }
}

/** The beginning of an answer, which a mail shows on one line. */
async function answerText(db: Db, { ticket_id: ticketId, seq }: EventOf<'ticket_answered'>): Promise<string> {
  const { text } = ticketMessages
  const [answer] = await db
    .select({ text })
    .from(ticketMessages)
    .where(and(eq(ticketMessages.ticketId, ticketId), eq(ticketMessages.seq, seq)))
  return answer?.text.slice(0, 480) ?? '–'
}

/** The member's plan, and the path to renew it. */
async function ownPlan(db: Db, accountId: number, language: Language): Promise<{ path: string; plan?: string }> {
  const held = await heldBy(db, accountId)
  if (!held) return { path: '/user/plans' }
  return { path: renewPath(held.planId, held.period), plan: inLanguage(held, language).name }
}

const heldBy = batchedIn(async (db: Db, accountIds: number[]) => {
  const { accountId, planId } = subscriptions
  const rows = await db
    .select({ accountId, planId: plans.id, name: plans.name, translations: plans.translations, period: lastPeriodSql(accountId, planId) })
    .from(subscriptions)
    .innerJoin(plans, eq(plans.id, planId))
    .where(sql`${accountId} = any(${sql.param(accountIds)}::bigint[])`)
  return new Map(rows.map((row) => [row.accountId, row]))
})

function renewalAmount({ amount, fee = 0, currency }: EventOf<'renewal_price'>, language: Language): string {
  const price = formatMoney(amount, currency, language)
  if (fee === 0) return price
  return sentences[language].priceAndFee.replace('{amount}', price).replace('{fee}', formatMoney(fee, currency, language))
}

function paidText(data: EventOf<'order_paid'>, language: Language): string {
  const { renewed, plan, reset, topup } = sentences[language]
  const { order_type: type, automatic } = data
  const text = automatic ? renewed : type === 'reset' ? reset : type === 'topup' ? topup : plan
  return text.replace('{plan}', inLanguage(data, language).plan ?? '')
}

function givenText({ compensation: given, brings }: EventOf<'outage_compensation'>, language: Language): string {
  const { days, traffic } = sentences[language]
  return given.kind === 'days' ? withTraffic(days(given.days), brings, language) : traffic.replace('{amount}', formatBytes(given.bytes))
}

function staffText(told: EventOf<'told_by_staff'>, language: Language): string {
  const { what, text = '', days = 0, bytes = 0, begins_at: begins, starts_by: waits } = told
  if (what === 'message') return text
  const said = sentences[language].staff[what].replace('{n}', String(days)).replace('{amount}', formatBytes(bytes))
  if (waits) return inOne(said, sentences[language].waits, language)
  return begins ? withTraffic(said, { bytes }, language) : said
}

function withTraffic(said: string, brings: { bytes: number } | undefined, language: Language): string {
  if (!brings) return said
  const more = sentences[language].daysBring.replace('{amount}', formatBytes(brings.bytes))
  return inOne(said, more, language)
}

/** Two sentences, one after the other. */
function inOne(first: string, second: string, language: Language): string {
  return language === 'en' ? `${first} ${second}` : first + second
}
