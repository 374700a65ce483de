import { formatMoney } from '@portico/contract/format-money'
import type { Location } from '@portico/contract/outages'
import { cheapestMonth, type Plan } from '@portico/contract/plans'
import type { Language } from '@portico/contract/translations'
import { escapeMarkup } from '../escape-markup.ts'
import { link } from './frame.ts'
import { pageText, type Text } from './page-texts.ts'
import { plansText } from './plan-text.ts'
import { placesText } from './service-page.ts'
import type { Said } from './write-page.ts'

const QUESTIONS = ['traffic', 'apps', 'devices', 'link', 'renewal']

export type Home = { plans: Plan[]; locations: Location[]; isOpen: boolean }

/** Text of the home page. A site without plans and locations has only the introduction. */
export function homeText({ plans, locations, isOpen }: Home, language: Language): Said {
  const t = pageText(language)
  const sellsNothing = plans.length === 0
  const nothingYet = t(isOpen ? 'home.nothing_yet' : 'home.nothing_yet_closed')
  const isEmpty = sellsNothing && locations.length === 0
  const title = `<h1>${t('home.title')}</h1>`
  const ways = [link(isOpen ? '/register' : '/login', language, t(isOpen ? 'nav.register' : 'nav.log_in'))]
  if (!sellsNothing) ways.push(link('/price', language, t('home.see_prices')))
  const words = isEmpty ? [nothingYet] : [t('home.text'), sellsNothing ? nothingYet : fromText(plans, t, language)]
  const lead = `${title}${words.map((one) => `<p>${escapeMarkup(one)}</p>`).join('')}<p>${ways.join(' · ')}</p>`
  const parts = [
    locations.length > 0 && `<h2>${t('service.locations')}</h2>${placesText(locations, t, language)}`,
    !sellsNothing && stepsText(t),
    !sellsNothing && `<h2>${t('home.plans')}</h2><p>${t('home.plans_text')}</p>${plansText(plans, t, language, false)}`,
    !sellsNothing && `<p>${link('/price', language, t('home.all_plans'))}</p>`,
    !isEmpty && questionsText(plans, t),
  ]
  return { title: t('title.home'), description: t('home.text'), lead, text: parts.filter(Boolean).join('\n') }
}

export function questionsText(plans: Plan[], t: Text): string {
  const sellsResets = plans.some((plan) => plan.reset_price !== null)
  const answers = QUESTIONS.map((name) => {
    const reset = name === 'traffic' && sellsResets ? ` ${t('question.reset')}` : ''
    return `<h3>${t(`question.${name}`)}</h3><p>${t(`question.${name}_text`)}${reset}</p>`
  })
  return `<h2>${t('home.questions')}</h2>${answers.join('')}`
}

function fromText(plans: Plan[], t: Text, language: Language): string {
  const cheapest = cheapestMonth(plans)
  return cheapest ? t('home.from', { price: formatMoney(cheapest.amount, cheapest.currency, language, true) }) : t('home.pay_later')
}

function stepsText(t: Text): string {
  const steps = ['plan', 'import', 'usage'].map(
    (step) => `<li><h3>${t(`home.step_${step}`)}</h3><p>${t(`home.step_${step}_text`)}</p></li>`,
  )
  return `<h2>${t('home.steps')}</h2><ol>${steps.join('')}</ol>`
}
