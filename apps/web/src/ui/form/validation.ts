import { config, type core } from 'zod/mini'
import { t } from '../../i18n.ts'

/**
 * Makes every schema explain its errors in the active language. Messages are made on each check, so a language switch takes
 * effect.
 */
export function explainInActiveLanguage(): void {
  config({ localeError: explain, jitless: true })
}

function explain(issue: core.$ZodRawIssue): string {
  if (issue.input === '' || issue.input === null || issue.input === undefined) return t('validation.required')
  if (issue.code === 'too_small') {
    if (issue.origin === 'array') return t('validation.required')
    const n = Number(issue.minimum)
    return issue.origin === 'string' ? t('validation.min_length', { n }) : t('validation.min', { n })
  }
  if (issue.code === 'too_big') {
    const n = Number(issue.maximum)
    return issue.origin === 'string' ? t('validation.max_length', { n }) : t('validation.max', { n })
  }
  if (issue.code === 'invalid_format' && issue.format === 'email') return t('validation.email')
  if (issue.code === 'invalid_type' && (issue.expected === 'number' || issue.expected === 'int')) return t('validation.number')
  return t('validation.invalid')
}
