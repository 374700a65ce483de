import { may } from '@portico/contract/access'
import { formatDateTime } from '@portico/contract/format-time'
import { formatMoney } from '@portico/contract/format-money'
import type { DisputeStatus } from '@portico/contract/disputes-admin'
import type { Permissions } from '@portico/contract/permissions'
import type { ReportAlarmKind } from '@portico/contract/report-alarms'
import type { Language } from '@portico/contract/translations'
import { and, eq, isNull } from 'drizzle-orm'
import { accounts } from '../../accounts/accounts.table.ts'
import type { App } from '../../app.ts'
import type { Db } from '../../db/client.ts'
import { escapeMarkup } from '../../escape-markup.ts'
import { authenticators } from '../../factors/authenticators.table.ts'
import { staffRoles } from '../../roles/staff-roles.table.ts'
import { callerRights } from '../../sessions/standing.ts'
import { siteOrigin } from '../../settings/settings.ts'
import { isOn } from '../bot-api.ts'
import { linkButton } from '../link-button.ts'
import { type Outgoing, send, textMessage } from '../outbox.ts'
import { telegramBindings } from '../telegram.table.ts'
import { wordsIn } from '../texts/words.ts'
import { type Alert, type AlertKind, alertKinds, findAlerts } from './find-alerts.ts'

const MINUTE_MS = 60_000

type Reader = { accountId: number; chatId: number; language: Language; permissions: Permissions; since: Date }

/** Tells staff what happened, each what their role may see now, once. May be called at any time, by any process. */
export async function alertStaff(app: App): Promise<void> {
  const settings = app.settings()
  if (!isOn(settings)) return
  const { database } = app
  const readers = await readersOf(database.db, settings['security.staff_second_factor'])
  const group = settings['bot.alert_chat']
  if (readers.length === 0 && group === '') return
  const alerts = await findAlerts(database.db, settings, app.now())
  const messages = alerts.flatMap((alert) => [
    ...forWhom(alert, readers).map((reader) => messageOf(app, alert, reader)),
    ...(group !== '' && (alert.kind === 'down' || alert.kind === 'up') ? [forGroup(app, alert, Number(group))] : []),
  ])
  await database.transaction((tx) => send(tx, messages, app.now()))
}

/** Staff with a chat, with present permissions. */
export async function readersOf(db: Db, factorRequired: boolean): Promise<Reader[]> {
  const rows = await db
    .select({ binding: telegramBindings, language: accounts.language, role: staffRoles, factorSince: authenticators.confirmedAt })
    .from(telegramBindings)
    .innerJoin(accounts, eq(accounts.id, telegramBindings.accountId))
    .innerJoin(staffRoles, eq(staffRoles.id, accounts.roleId))
    .leftJoin(authenticators, eq(authenticators.accountId, accounts.id))
    .where(and(isNull(accounts.bannedAt), isNull(accounts.closedAt), isNull(telegramBindings.blockedAt)))
  return rows.map(({ binding, language, ...standing }) => ({
    accountId: binding.accountId,
    chatId: binding.telegramId,
    language: binding.language ?? language ?? 'en',
    permissions: callerRights(standing, factorRequired).permissions,
    since: binding.boundAt,
  }))
}

/** Recipients of an alert. Of an assigned ticket, only its assignee. Not of own actions, nor of events before connecting. */
function forWhom({ kind, at, authorId, assigneeId }: Alert, readers: Reader[]): Reader[] {
  const [, needed] = alertKinds[kind]
  const allowed = readers.filter(
    ({ accountId, permissions, since }) => at >= since && accountId !== authorId && needed.every((one) => may(permissions, one)),
  )
  const holder = allowed.filter(({ accountId }) => accountId === assigneeId)
  return holder.length > 0 ? holder : allowed
}

const pages: Record<AlertKind, string> = {
  ticket: '/admin/ticket',
  down: '/admin/server/manage',
  up: '/admin/server/manage',
  strange: '/admin/server/manage?tab=reports',
  held: '/admin/server/manage?tab=reports',
  proof: '/admin/order',
  receipt: '/admin/reconciliation',
  dispute: '/admin/reconciliation?tab=disputes',
  reversal: '/admin/reconciliation?tab=reversals',
  order: '/admin/order',
  withdrawal: '/admin/tixian',
}

function messageOf(app: App, alert: Alert, { accountId, chatId, language }: Reader): Outgoing {
  const words = wordsIn(language)
  const button = linkButton(words('openConsole'), siteOrigin(app.settings(), app.config) + pages[alert.kind])
  const { method, data } = textMessage(textOf(app, alert, language), button)
  const message = { chatId, accountId, method, data: { ...data, chat_id: chatId }, cause: alert.cause }
  return alert.ticketId === null ? message : { ...message, ticketId: alert.ticketId }
}

/** An alert for a group, in both languages. */
function forGroup(app: App, alert: Alert, chatId: number): Outgoing {
  const { method, data } = textMessage(`${textOf(app, alert, 'zh-CN')}\n\n${textOf(app, alert, 'en')}`)
  return { chatId, accountId: null, method, data: { ...data, chat_id: chatId }, cause: alert.cause }
}

function textOf(app: App, alert: Alert, language: Language): string {
  const words = wordsIn(language)
  const name = escapeMarkup(alert.name)
  const money = alert.currency === '' ? '' : escapeMarkup(formatMoney(alert.amount, alert.currency, language))
  switch (alert.kind) {
    case 'ticket': {
      const title = words(alert.isFirst ? 'alertTicket' : 'alertReply', { no: `#${alert.ticketId}`, label: name })
      const [subject = '', ...lines] = alert.text.split('\n')
      return `${title}\n<b>${escapeMarkup(subject)}</b>\n\n${escapeMarkup(lines.join('\n'))}\n\n<i>${words('staffHint')}</i>`
    }
    case 'down':
      return `${words('alertDown', { node: name })}\n${words('alertLastContact', { time: formatDateTime(alert.at, app.settings()['site.timezone']) })}`
    case 'up':
      return words('alertUp', { node: name, minutes: duration(alert, language) })
    case 'strange':
      return words(`alertStrange.${alert.text as ReportAlarmKind}`, { node: name })
    case 'held':
      return words('alertHeld', { node: name })
    case 'proof':
      return words('alertProof', { no: name, money })
    case 'receipt':
      return words('alertReceipt', { no: name, money })
    case 'dispute': {
      const said = words('alertDispute', { no: name, money, status: words(`disputeStatus.${alert.text as DisputeStatus}`) })
      return alert.until
        ? `${said}\n${words('alertDeadline', { time: formatDateTime(alert.until, app.settings()['site.timezone']) })}`
        : said
    }
    case 'reversal':
      return words(`alertReversal.${alert.text as 'taken' | 'back' | 'failed'}`, { no: name, money })
    case 'order':
      return words('alertOrder', { no: name })
    case 'withdrawal':
      return words('alertWithdrawal', { no: name, money })
  }
}

function duration({ at, until }: Alert, language: Language): string {
  const minutes = Math.max(1, Math.round((at.getTime() - (until ?? at).getTime()) / MINUTE_MS))
  const [value, unit] = minutes < 120 ? [minutes, 'minute'] : [Math.round(minutes / 60), 'hour']
  return new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(value)
}
