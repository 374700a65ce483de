import * as contract from '@portico/contract/subscriptions'
import { requireSettled } from '../accounts/claims.ts'
import { changeProfile } from '../accounts/change-profile.ts'
import type { App } from '../app.ts'
import { type Router, serve } from '../http/router.ts'
import { dayKey, dayStart, shiftDay } from '../calendar.ts'
import { messages } from '../http/messages/error-messages.ts'
import type { Language } from '@portico/contract/translations'
import { agreePrice } from '../renewals/agree-price.ts'
import { setAutoRenew } from './auto-renew.ts'
import { resetOwnSecrets } from './change-subscription.ts'
import { cycleOf } from './cycle.ts'
import { forecast } from './forecast.ts'
import { limitsOf } from './conditions.ts'
import { inLanguage, settingIn } from '../in-language.ts'
import { hasBrowserNodes } from '../feeds/has-browser-nodes.ts'
import { importLinks } from '../formats/import-links.ts'
import { toWire } from '../to-wire.ts'
import { pacUrl, subscribeUrl } from './link.ts'
import { comingReset, quotaEnds } from './reset-days.ts'
import { billedByDay, countUnpaidOrders, lastPeriod, readSubscription, type SubscriptionWithPlan } from './read-subscription.ts'
import { isActive, stateOf } from './state.ts'

const FORECAST_DAYS = 7

export function subscriptionRoutes(router: Router, app: App): void {
  const { db } = app.database

  const mine = async (accountId: number, language: Language): Promise<contract.Subscription> => {
    const row = await readSubscription(db, accountId)
    const { planId } = row.subscription
    const period = planId === null ? null : await lastPeriod(db, accountId, planId)
    return toSubscription(row, period, app, language)
  }

  serve(router, app, contract.getSubscribe, async ({ caller, origin }) => mine(caller.accountId, origin.language))

  serve(router, app, contract.getImportLinks, async ({ caller, origin }) => {
    const { subscription } = await readSubscription(db, caller.accountId)
    const settings = app.settings()
    const title = settingIn(settings, 'site.title', origin.language)
    const { apps, formats } = importLinks(subscribeUrl(subscription.token, settings, app.config), title)
    return {
      apps: apps.map(({ name, devices, home, isPaid, address, link }) => {
        return { name, devices: [...devices], home, is_paid: isPaid, address, import_link: link }
      }),
      formats: formats.map(({ format, title, about, address }) => ({ format, title, about, address })),
    }
  })

  serve(router, app, contract.getPac, async ({ caller }) => {
    const { subscription } = await readSubscription(db, caller.accountId)
    const isServed = isActive(subscription, app.now()) && (await hasBrowserNodes(db, subscription.groupId))
    return {
      url: isServed ? pacUrl(subscription.token, app.settings(), app.config) : null,
      username: subscription.uuid,
      password: subscription.uuid,
    }
  })

  serve(router, app, contract.updateMember, async ({ caller, origin, body }) => {
    const { name, language, country } = body
    const profile = { ...(name !== undefined && { name }), ...(language && { language }), ...(country !== undefined && { country }) }
    // The person's own, whichever of their accounts they use.
    await changeProfile(db, { ...caller, accountId: caller.linked?.ownerId ?? caller.accountId }, profile)
    if (body.auto_renewal !== undefined) await setAutoRenew(app.database, caller, body.auto_renewal, app.now())
    if (body.auto_renewal === true) await agreePrice(app.database, caller.accountId, { now: app.now(), settings: app.settings() })
    return mine(caller.accountId, origin.language)
  })

  serve(router, app, contract.resetSecurity, async ({ caller }) => {
    await requireSettled(db, caller.accountId, app.now())
    const row = await resetOwnSecrets(app.database, caller, app.now())
    return { subscribe_url: subscribeUrl(row.token, app.settings(), app.config) }
  })

  serve(router, app, contract.getDashboard, async ({ caller, origin }) => {
    const [subscription, pending] = await Promise.all([mine(caller.accountId, origin.language), countUnpaidOrders(db, caller.accountId)])
    return { subscription, pending_orders: pending }
  })

  serve(router, app, contract.getForecast, async ({ caller }) => {
    const [now, zone] = [app.now(), app.settings()['site.timezone']]
    const today = dayKey(now, zone)
    const [{ subscription }, usage] = await Promise.all([
      readSubscription(db, caller.accountId),
      billedByDay(db, caller.accountId, shiftDay(today, 1 - FORECAST_DAYS), FORECAST_DAYS),
    ])
    const use = {
      left: isActive(subscription, now) ? subscription.transferEnable - subscription.up - subscription.down : 0,
      usage,
      todayBegan: dayStart(today, zone),
      since: cycleOf(subscription, zone)?.from ?? null,
      cycleEnds: quotaEnds(subscription),
    }
    return toWire(contract.getForecast.response, forecast(use, now))
  })
}

function toSubscription(
  { subscription, plan }: SubscriptionWithPlan,
  period: contract.Subscription['period'],
  app: App,
  language: Language,
): contract.Subscription {
  const cycle = cycleOf(subscription, app.settings()['site.timezone'])
  return toWire(contract.Subscription, {
    ...subscription,
    state: stateOf(subscription, app.now()),
    planName: plan && inLanguage(plan, language).name,
    period,
    expiredAt: subscription.expiresAt,
    u: subscription.up,
    d: subscription.down,
    ...limitsOf(subscription),
    subscribeUrl: subscribeUrl(subscription.token, app.settings(), app.config),
    nextResetAt: comingReset(subscription),
    cycle: cycle && { began_at: cycle.from.toISOString(), ends_at: cycle.to.toISOString() },
    renewProblem: subscription.renewProblem && messages[language][subscription.renewProblem],
  })
}
