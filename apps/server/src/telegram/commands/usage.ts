import { formatBytes } from '@portico/contract/format-bytes'
import { formatMoney } from '@portico/contract/format-money'
import { formatDateTime } from '@portico/contract/format-time'
import { type Period, PERIODS } from '@portico/contract/periods'
import { Composer } from 'grammy/web'
import { checkIn } from '../../check-ins/check-in.ts'
import { diagnose } from '../../diagnosis/diagnose.ts'
import { AppError } from '../../errors.ts'
import { escapeMarkup } from '../../escape-markup.ts'
import { inLanguage } from '../../in-language.ts'
import { isOnSale, listPlans } from '../../plans/list-plans.ts'
import { limitsOf } from '../../subscriptions/conditions.ts'
import { lastPeriod, readSubscription } from '../../subscriptions/read-subscription.ts'
import { comingReset } from '../../subscriptions/reset-days.ts'
import { isActive } from '../../subscriptions/state.ts'
import { send } from '../outbox.ts'
import { linkButton } from '../link-button.ts'
import type { BotContext, Commands } from './bot-context.ts'
import { planOccupancy } from '../../plans/capacity.ts'

const MOST_PLANS = 12

/** Commands about usage and plans. Nothing is paid in the chat. */
export function usageCommands(): Commands {
  const all = new Composer<BotContext>()
  all.command('usage', showUsage)
  all.command('link', showLink)
  all.command('plans', showPlans)
  all.command('renew', renew)
  all.command('checkin', giveDaily)
  all.command('doctor', examine)
  all.callbackQuery('delete', async (c) => {
    await c.app.database.transaction((tx) => send(tx, deletion(c, c.callbackQuery.message?.message_id), c.app.now()))
  })
  return all
}

async function showUsage(c: BotContext): Promise<void> {
  const { app, words, language } = c
  const { subscription, plan } = await readSubscription(app.database.db, idOf(c))
  if (subscription.groupId === null) return c.say(words('noPlan'), linkButton(words('choosePlan'), c.page('/user/plans')))
  const [now, zone] = [app.now(), app.settings()['site.timezone']]
  const [used, all] = [subscription.up + subscription.down, subscription.transferEnable]
  const day = (time: Date): string => formatDateTime(time, zone, 'day')
  const { expiresAt } = subscription
  const reset = comingReset(subscription)
  const { deviceLimit: devices } = limitsOf(subscription)
  const lines = [
    plan && `<b>${escapeMarkup(inLanguage(plan, language).name)}</b>`,
    barOf(used, all),
    `${words('trafficOf', { used: formatBytes(used), all: formatBytes(all) })} · ${words('trafficLeft', { left: formatBytes(Math.max(0, all - used)) })}`,
    `${isActive(subscription, now) ? words('expires') : words('expired')}${words('colon')}${expiresAt ? day(expiresAt) : words('forever')}`,
    reset && isActive(subscription, now) && `${words('resets')}${words('colon')}${day(reset)}`,
    devices !== null && `${words('devices')}${words('colon')}${words('devicesMost', { most: devices })}`,
  ]
  await c.say(lines.filter(Boolean).join('\n'))
}

/** A bar of ten stones, filled by tenths used. */
export function barOf(used: number, all: number): string {
  const share = all === 0 ? 1 : Math.min(1, used / all)
  const filled = Math.min(10, Math.ceil(share * 10))
  return `${'▰'.repeat(filled)}${'▱'.repeat(10 - filled)} ${Math.floor(share * 100)}%`
}

async function showLink(c: BotContext): Promise<void> {
  const accountId = idOf(c)
  const { subscription } = await readSubscription(c.app.database.db, accountId)
  if (!isActive(subscription, c.app.now())) return c.say(c.words('linkNeedsPlan'), linkButton(c.words('choosePlan'), c.page('/user/plans')))
  const message = { chatId: c.chat?.id ?? 0, accountId, method: 'link', data: { language: c.language } }
  await c.app.database.transaction((tx) => send(tx, [message], c.app.now()))
}

async function showPlans(c: BotContext): Promise<void> {
  const { app, words, language } = c
  const currency = app.settings()['site.currency']
  const rows = (await listPlans(app.database.db, planOccupancy(app))).filter((row) => isOnSale(row) && row.placesLeft !== 0)
  const lines = rows.slice(0, MOST_PLANS).map(({ plan }) => {
    const prices = PERIODS.filter((period) => period !== 'reset_price' && plan[period] !== null).map((period: Period) => {
      return `${formatMoney(plan[period] ?? 0, currency, language, true)} ${words(`perPeriod.${period}`)}`
    })
    const name = escapeMarkup(inLanguage(plan, language).name)
    return `<b>${name}</b> · ${formatBytes(plan.transferEnable)}\n${prices.join(' · ')}`
  })
  if (lines.length === 0) return c.say(words('plansNone'))
  await c.say([`<b>${words('plansTitle')}</b>`, ...lines].join('\n\n'), linkButton(words('choosePlan'), c.page('/user/plans')))
}

async function renew(c: BotContext): Promise<void> {
  const { app, words } = c
  const accountId = idOf(c)
  const { subscription } = await readSubscription(app.database.db, accountId)
  const { planId } = subscription
  if (planId === null) return c.say(words('noRenew'), linkButton(words('choosePlan'), c.page('/user/plans')))
  const period = (await lastPeriod(app.database.db, accountId, planId)) ?? 'month_price'
  await c.say(words('renewText'), linkButton(words('renewButton'), c.page(`/user/plan/${planId}/${PERIODS.indexOf(period) + 1}`)))
}

async function giveDaily(c: BotContext): Promise<void> {
  const { app } = c
  const settings = app.settings()
  if (!settings['checkin.enabled']) throw new AppError('checkin.closed')
  const reward = { minMb: settings['checkin.min_mb'], maxMb: settings['checkin.max_mb'] }
  const won = await checkIn(app.database, idOf(c), reward, { now: app.now(), zone: settings['site.timezone'] })
  await c.say(c.words('checkedIn', { won: formatBytes(won) }))
}

async function examine(c: BotContext): Promise<void> {
  const { app, words, language } = c
  const { findings, remarks } = await diagnose(app, idOf(c), { language, reader: 'member' }, app.now())
  const [first] = findings
  if (!first) return c.say([words('doctorWell'), ...remarks.map((one) => `• ${escapeMarkup(one.title)}`)].join('\n'))
  const { title, advice, action } = first
  const lines = [`<b>${escapeMarkup(title)}</b>`, escapeMarkup(advice), action?.kind === 'ask' && words('doctorAsk')]
  await c.say(lines.filter(Boolean).join('\n'), action?.to == null ? [] : linkButton(words('openSite'), c.page(action.to)))
}

function deletion(c: BotContext, messageId: number | undefined) {
  const chatId = c.from?.id ?? 0
  if (messageId === undefined) return []
  return [{ chatId, accountId: idOf(c), method: 'deleteMessage', data: { chat_id: chatId, message_id: messageId } }]
}

/** Strangers were turned away before. */
export function idOf({ who }: BotContext): number {
  if (!who) throw new AppError('session.invalid')
  return who.accountId
}
