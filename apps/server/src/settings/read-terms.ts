import type { Settings } from '@portico/contract/settings/registry'
import { AppError } from '../errors.ts'

type Terms = Pick<Settings, 'footer.terms_en' | 'footer.terms_zh'>
const TITLES = { en: 'Terms of service', 'zh-CN': '服务条款' }

export function hasTerms(current: Terms): boolean {
  return current['footer.terms_en'] !== '' || current['footer.terms_zh'] !== ''
}

/** The terms in this language, or in the other if there are none in this one. */
export function readTerms(current: Terms, language: 'en' | 'zh-CN'): { title: string; body: string } {
  if (!hasTerms(current)) throw new AppError('not_found')
  const [first, second] = language === 'en' ? (['en', 'zh'] as const) : (['zh', 'en'] as const)
  return { title: TITLES[language], body: current[`footer.terms_${first}`] || current[`footer.terms_${second}`] }
}
