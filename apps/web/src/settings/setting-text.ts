import { type Text, unitOf } from '@portico/contract/settings/define'
import { isSettingKey, registry } from '@portico/contract/settings/registry'
import { toDecimal } from '@portico/contract/money'
import { useStore } from '../store.ts'
import type { Language } from '@portico/contract/translations'
import { language, t } from '../i18n.ts'
import { formatNumber } from '../ui/format/format-number.ts'

/** Reads the registry's texts in the active language. */
export function useWords(): (text: Text) => string {
  const lang = useStore(language)
  return (text) => text[lang]
}

/** A value in readable form. If the setting no longer exists or the value no longer fits it, the stored value is shown. */
export function valueText(key: string, value: unknown, currency: string, lang: Language): string {
  if (value === null || value === undefined || value === '') return t('setting.empty')
  if (typeof value === 'boolean') return t(value ? 'setting.on' : 'setting.off')
  if (Array.isArray(value)) return value.length === 0 ? t('setting.empty') : value.map((one) => itemText(one, currency)).join(', ')
  if (key === 'account.trial_plan') return value === 0 ? t('setting.no_plan') : `#${Number(value)}`
  const field = isSettingKey(key) ? registry[key].field : null
  const plain = typeof value === 'string' ? value : JSON.stringify(value)
  if (field?.kind === 'choice') return field.choices[plain]?.[lang] ?? plain
  if (field?.kind === 'amount' && Number.isSafeInteger(value)) return `${toDecimal(Number(value), currency)} ${currency}`
  return field?.kind === 'whole' && field.unit ? `${formatNumber(Number(value))} ${unitOf(field.unit, value)[lang]}` : plain
}

/** The label of a setting, or the key if the setting no longer exists. */
export function settingLabel(key: string, lang: Language): string {
  return isSettingKey(key) ? registry[key].label[lang] : key
}

function itemText(item: unknown, currency: string): string {
  if (typeof item !== 'object' || item === null) return String(item)
  const { amount, bonus, to, value, label } = item as Record<string, unknown>
  if (typeof label === 'string') return [label, to ?? value].filter(Boolean).join(': ')
  if (!Number.isSafeInteger(amount) || !Number.isSafeInteger(bonus)) return JSON.stringify(item)
  return `${toDecimal(Number(amount), currency)} + ${toDecimal(Number(bonus), currency)}`
}
