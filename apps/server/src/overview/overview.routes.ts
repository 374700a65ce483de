import { may } from '@portico/contract/access'
import type { Language } from '@portico/contract/translations'
import * as contract from '@portico/contract/overview-admin'
import type { Permission, Permissions } from '@portico/contract/permissions'
import type { App } from '../app.ts'
import { dayKey } from '../calendar.ts'
import { trustedBy } from '../http/client-address.ts'
import { type Router, serve } from '../http/router.ts'
import { inLanguage } from '../in-language.ts'
import { inTime } from '../jobs/in-time.ts'
import { kept } from '../kept/kept.ts'
import { toAdminOrder } from '../orders/order-wire.ts'
import { toWire } from '../to-wire.ts'
import { expiriesAhead, type Expiry } from './expiries.ts'
import { type Figure, firstMonth, monthFigures } from './month-figures.ts'
import { monthSpan } from './month-span.ts'
import { type Need, readNeeds } from './needs.ts'
import { type NodePulse, nodePulses } from './node-pulses.ts'
import { readSetup } from './setup.ts'
import { releaseFeed } from '../updates/release-feed.ts'
import { waitingSale } from './waiting-sale.ts'

const FIGURES_MS = 15_000
const NEEDS_MS = 5_000
/** Longest wait for the feed of releases. What a slower one names is listed the next time. */
const FEED_MS = 300

export function overviewRoutes(router: Router, app: App): void {
  const { db } = app.database
  const zone = (): string => app.settings()['site.timezone']
  const currency = (): string => app.settings()['site.currency']
  const today = (): string => dayKey(app.now(), zone())
  // What an answer depends on is its key, so a changed setting shows at once.
  const figures = kept(app.now, FIGURES_MS, async (key) => {
    const [month = '', day = '', in_ = '', money = ''] = key.split(' ')
    const span = monthSpan(month, day)
    const [of, first] = await Promise.all([monthFigures(db, span, { zone: in_, currency: money }), firstMonth(db, in_)])
    return { span, of, first: first ?? month }
  })
  const expiries = kept(app.now, FIGURES_MS, (in_) => expiriesAhead(db, app.now(), in_))
  const pulses = kept(app.now, FIGURES_MS, (in_) => nodePulses(db, app.now(), in_))
  const isTrusted = trustedBy(app.config.trustedProxies)
  const needs = kept(app.now, NEEDS_MS, async (money) => {
    const updates = await inTime(releaseFeed(app)(), FEED_MS).catch(() => null)
    return readNeeds(db, app.now(), { currency: money, isTrusted, newer: updates?.newer?.version ?? null })
  })

  serve(router, app, contract.adminMonthFigures, async ({ caller, query }) => {
    const month = query.month ?? today().slice(0, 7)
    const { value } = await figures([month, today(), zone(), currency()].join(' '))
    const { span, of, first } = value
    const shown = (needs_: keyof typeof contract.figureNeeds, figure: Figure): contract.Figure | null =>
      may(caller.permissions, contract.figureNeeds[needs_]) ? toFigure(figure) : null
    return {
      month,
      through: span.through,
      through_before: span.throughBefore,
      first_month: first < month ? first : month,
      currency: currency(),
      income: shown('income', of.income),
      orders: shown('orders', of.orders),
      new_members: shown('new_members', of.newMembers),
      active_members: shown('active_members', of.activeMembers),
      traffic: shown('traffic', of.traffic),
    }
  })
  serve(router, app, contract.adminExpiries, async ({ origin }) => {
    const { days, few } = (await expiries(zone())).value
    return { items: days, total: days.length, few: few && few.map((one) => toExpiry(one, origin.language)) }
  })
  serve(router, app, contract.adminNodePulses, async ({ origin }) => {
    const { items, ...counts } = (await pulses(zone())).value
    return { items: items.map((pulse) => toPulse(inLanguage(pulse, origin.language))), ...counts }
  })
  serve(router, app, contract.adminNeeds, async ({ caller }) => {
    const items = (await needs(currency())).value.filter(({ kind }) => isFor(caller.permissions, contract.needKinds[kind])).map(toNeed)
    return { items, total: items.length, currency: currency() }
  })
  serve(router, app, contract.adminSetup, async ({ caller, origin }) => {
    const { steps, finished, sold } = await readSetup(db, origin.language)
    const items = steps.filter(({ step }) => isFor(caller.permissions, contract.setupSteps[step]))
    const sale = sold || !isFor(caller.permissions, contract.saleNeeds) ? null : await waitingSale(db)
    return { items, total: items.length, finished, sale: sale && toSale(sale, origin.language, app.now()) }
  })
}

function isFor(held: Permissions, needed: readonly Permission[]): boolean {
  return needed.every((one) => may(held, one))
}

function toFigure({ total, totalBefore, days, daysBefore }: Figure): contract.Figure {
  return { total, total_before: totalBefore, days, days_before: daysBefore }
}

function toNeed(need: Need): contract.Need {
  return toWire(contract.Need, need)
}

function toSale(
  { byHand, ...sale }: NonNullable<Awaited<ReturnType<typeof waitingSale>>>,
  language: Language,
  now: Date,
): contract.WaitingSale {
  const { trade_no, email, type, plan_name, period, total_amount, currency } = toAdminOrder(sale, language, now)
  return { trade_no, email, type, plan_name, period, total_amount, currency, by_hand: byHand }
}

function toExpiry({ plan, ...expiry }: Expiry, language: Language): contract.Expiry {
  const planName = plan && inLanguage(plan, language).name
  return toWire(contract.Expiry, { ...expiry, planName, expiresAt: new Date(expiry.expiresAt) })
}

function toPulse(pulse: NodePulse): contract.NodePulse {
  return toWire(contract.NodePulse, pulse)
}
