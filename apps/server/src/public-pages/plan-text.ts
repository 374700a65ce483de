import { formatBytes } from '@portico/contract/format-bytes'
import { formatMoney } from '@portico/contract/format-money'
import type { Period } from '@portico/contract/periods'
import { limitNames } from '@portico/contract/plan-limits'
import { type Plan, priceNow, soldPeriods, trafficSpan } from '@portico/contract/plans'
import type { Language } from '@portico/contract/translations'
import { escapeMarkup } from '../escape-markup.ts'
import { COLON, type Text } from './page-texts.ts'

/** Plans as headings, what each includes, and its prices. `all`: every period, else the first one sold. */
export function plansText(plans: Plan[], t: Text, language: Language, all: boolean): string {
  return plans.map((plan) => planText(plan, t, language, all)).join('')
}

function planText(plan: Plan, t: Text, language: Language, all: boolean): string {
  const periods = soldPeriods(plan).filter((period) => period !== 'reset_price')
  const isOnce = periods.every((period) => period === 'onetime_price')
  const features = [
    `${formatBytes(plan.transfer_enable)} ${t(`plan.traffic_${trafficSpan(plan, isOnce)}`)}`,
    ...limitNames.map((limit) => t(`limit.${limit}${plan[limit] === null ? '_none' : ''}`, { n: plan[limit] ?? 0 })),
    ...plan.content.split('\n').filter((line) => line.trim() !== ''),
  ]
  const prices = (all ? periods : periods.slice(0, 1)).map((period) => `<li>${priceText(plan, period, t, language, all)}</li>`)
  return `<h3>${escapeMarkup(plan.name)}</h3>${plan.places_left === 0 ? `<p>${t('plan.sold_out')}</p>` : ''}
<ul>${features.map((line) => `<li>${escapeMarkup(line)}</li>`).join('')}${prices.join('')}</ul>`
}

function priceText(plan: Plan, period: Period, t: Text, language: Language, named: boolean): string {
  const [regular, now] = [plan[period] ?? 0, priceNow(plan, period)]
  const money = (amount: number): string => escapeMarkup(formatMoney(amount, plan.currency, language, true))
  const before = now < regular ? ` <s>${money(regular)}</s>` : ''
  const name = named ? `${t(`period.${period}`)}${COLON[language]}` : ''
  return `${name}<strong>${now === 0 ? t('plan.free') : money(now)}</strong>${before} ${t(`per.${period}`)}`
}
