import { language } from '../../i18n.ts'

/**
 * 12345.6 → `12,345.6`, in the reader's language. Like `t`, it is called again when the language changes. At most three decimals, or
 * `decimals`.
 */
export function formatNumber(value: number, decimals = 3): string {
  return new Intl.NumberFormat(language.get(), { maximumFractionDigits: decimals }).format(value)
}

/** `['A', 'B']` → `A and B`, in the reader's language. */
export function formatList(names: string[]): string {
  return new Intl.ListFormat(language.get()).format(names)
}

/** A level as its name has it: Level 1, 一级. */
export function formatLevel(level: number): string {
  return language.get() === 'zh-CN' ? new Intl.NumberFormat('zh-CN-u-nu-hanidec').format(level) : formatNumber(level)
}
