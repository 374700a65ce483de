import { EXTENSION_PLATFORMS } from '@portico/contract/app-releases'
import type { Plan } from '@portico/contract/plans'
import { percentOff, type RunningPromotion } from '@portico/contract/promotions'
import type { Language } from '@portico/contract/translations'
import type { AppReleaseRow } from '../app-releases/app-releases.table.ts'
import { escapeMarkup } from '../escape-markup.ts'
import type { GameRow } from '../games/games.table.ts'
import { link } from './frame.ts'
import { questionsText } from './home-page.ts'
import { COLON, pageText, type Text } from './page-texts.ts'
import { plansText } from './plan-text.ts'
import type { Said } from './write-page.ts'

/** Text of the price page: plans on sale with all prices. */
export function priceText(plans: Plan[], language: Language): Said {
  const t = pageText(language)
  const said = { title: t('price.title'), description: t('price.text') }
  if (plans.length === 0) return { ...said, text: nothing(t, 'price') }
  return { ...said, text: `${plansText(plans, t, language, true)}${questionsText(plans, t)}` }
}

/** Text of the grammar page, with the plans below. */
export function grammarText(plans: Plan[], language: Language): Said {
  const t = pageText(language)
  const offered = plans.length === 0 ? '' : `<h2>${t('home.plans')}</h2>${plansText(plans, t, language, false)}`
  return { title: t('grammar.title'), description: t('grammar.intro'), text: offered }
}

/** Text of the games page: games by name, with platforms. */
export function gamesText(games: Pick<GameRow, 'name' | 'publisher' | 'platforms' | 'recommended'>[], language: Language): Said {
  const t = pageText(language)
  const said = { title: t('title.sup_game'), description: t('sup_game.text') }
  if (games.length === 0) return { ...said, text: `<h2>${t('sup_game.none')}</h2><p>${t('sup_game.none_text')}</p>` }
  const items = games.map(({ name, publisher, platforms, recommended }) => {
    const played = platforms.map((platform) => t(`platform.${platform}`)).join(t('sup_game.separator'))
    const best = recommended === '' ? '' : t('sup_game.recommended', { places: recommended })
    const more = [publisher, played, best].filter(Boolean).map((one) => `<br><small>${escapeMarkup(one)}</small>`)
    return `<li>${escapeMarkup(name)}${more.join('')}</li>`
  })
  return { ...said, text: `<ul>${items.join('')}</ul>` }
}

/** Text of the discount page: promotions with plans and periods. */
export function discountText(promotions: RunningPromotion[], language: Language): Said {
  const t = pageText(language)
  const said = { title: t('discount.title'), description: t('discount.text') }
  if (promotions.length === 0) return { ...said, text: nothing(t, 'discount') }
  const items = promotions.map(({ name, content, percent, plans, periods, new_members_only: newcomers }) => {
    const named = plans?.map((plan) => plan.name).join(t('discount.separator')) ?? t('discount.all_plans')
    const of = periods?.map((period) => t(`period.${period}`)).join(t('discount.separator')) ?? t('discount.all_periods')
    return `<h2>${escapeMarkup(name)}</h2><p><strong>${percentOff(percent, language)}</strong>${newcomers ? ` · ${t('discount.newcomers')}` : ''}</p>
<p>${escapeMarkup(content)}</p><p>${t('discount.plans')}${COLON[language]}${escapeMarkup(named)}<br>${t('discount.periods')}${COLON[language]}${of}</p>`
  })
  return { ...said, text: `${items.join('')}<p>${link('/price', language, t('discount.see_prices'))}</p>` }
}

/** The newest releases of the browser extension, and how to set it up. */
export function extensionText(releases: AppReleaseRow[], language: Language): Said {
  const t = pageText(language)
  const said = { title: t('title.browser_extension'), description: t('extension.text') }
  if (releases.length === 0) return { ...said, text: nothing(t, 'extension') }
  const items = EXTENSION_PLATFORMS.flatMap((platform) => releases.filter((release) => release.platform === platform)).map((release) => {
    const name = release.platform.replace(/^./, (first) => first.toUpperCase())
    const get = `<a href="${escapeMarkup(release.downloadUrl)}" rel="noreferrer">${t('extension.get', { name })}</a>`
    return `<li>${get} <small>${t('extension.version', { version: release.version })}</small></li>`
  })
  const steps = ['install', 'address', 'login'].map(
    (step) => `<li><h3>${t(`extension.step_${step}`)}</h3><p>${t(`extension.step_${step}_text`)}</p></li>`,
  )
  return { ...said, text: `<ul>${items.join('')}</ul><h2>${t('extension.import')}</h2><ol>${steps.join('')}</ol>` }
}

function nothing(t: Text, of: string): string {
  return `<h2>${t(`${of}.empty`)}</h2><p>${t(`${of}.empty_text`)}</p>`
}
