import { formatDateTime, timeAgo } from '@portico/contract/format-time'
import type { Language } from '@portico/contract/translations'
import { inLanguage } from '../in-language.ts'
import type { NamedNode } from '../nodes/nodes.table.ts'

export type Words = { title: string; advice: string }
export type Saying = ReturnType<typeof saying>

const MAX_NAMES = 3

/** Writes times, names and numbers for findings. `at`: time only if today, else with date. */
export function saying(language: Language, now: Date, zone: string) {
  const spaced = (text: string): string =>
    language === 'en' ? text : text.replaceAll(/(?<=\d)(?=\p{Script=Han})|(?<=\p{Script=Han})(?=\d)/gu, ' ')
  return {
    ago: (at: Date): string => spaced(timeAgo(at, now.getTime(), language)),
    at(time: Date): string {
      const [day, clock] = formatDateTime(time, zone).split(' ')
      return (day === formatDateTime(now, zone, 'day') ? clock : `${day} ${clock}`) ?? ''
    },
    day: (time: Date): string => formatDateTime(time, zone, 'day'),
    names(nodes: NamedNode[]): string {
      const names = nodes.slice(0, MAX_NAMES).map((node) => inLanguage(node, language).name)
      const more = nodes.length - names.length
      if (language !== 'en') return names.join('、') + (more > 0 ? ` 等 ${nodes.length} 个` : '')
      return names.join(', ') + (more > 0 ? ` and ${more} more` : '')
    },
    /** A duration: `8 minutes`. */
    span(ms: number): string {
      const minutes = Math.max(1, Math.round(Math.abs(ms) / 60_000))
      const [value, unit] =
        minutes < 60 ? [minutes, 'minute'] : minutes < 1440 ? [Math.round(minutes / 60), 'hour'] : [Math.round(minutes / 1440), 'day']
      return spaced(new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(value))
    },
  }
}
