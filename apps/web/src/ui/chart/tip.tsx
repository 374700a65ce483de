import type { Bar } from './bar.ts'
import styles from './chart.module.css'

interface TipProps {
  bar: Bar | undefined
  /** Start and end of the bar's column, 0 to 1. */
  from: number
  to: number
  legend: { value: string; previous?: string }
  format: (value: number) => string
}

/** Figures of a bar, beside it. */
export function Tip({ bar, from, to, legend, format }: TipProps) {
  if (!bar) return null
  const isAfter = from + to < 1
  const hasBefore = bar.previous !== undefined && legend.previous !== undefined
  return (
    <span
      className={styles['tip']}
      data-side={isAfter ? 'after' : 'before'}
      style={{ '--at': `${(isAfter ? to : from) * 100}%` }}
      aria-hidden
    >
      <b>{bar.name}</b>
      {bar.kind !== 'ahead' && (
        <span data-kind={hasBefore ? 'value' : undefined}>
          {hasBefore && legend.value} <strong>{format(bar.value)}</strong>
        </span>
      )}
      {hasBefore && (
        <span data-kind="ghost">
          {legend.previous} <strong>{format(bar.previous ?? 0)}</strong>
        </span>
      )}
      {bar.more && <small>{bar.more}</small>}
    </span>
  )
}

/** A bar's figures in a line, for screen readers. `previous`: name of the period before. */
export function textOf(bar: Bar | undefined, previous: string | undefined, format: (value: number) => string): string {
  if (!bar) return ''
  const value = bar.kind === 'ahead' ? bar.name : `${bar.name} ${format(bar.value)}`
  const before = previous !== undefined && bar.previous !== undefined && `${previous} ${format(bar.previous)}`
  return [value, before, bar.more].filter(Boolean).join(' · ')
}
