import type { Bar } from './bar.ts'
import { TipBox } from './tip-box.tsx'

interface TipProps {
  bar: Bar | undefined
  /** Start and end of the bar's column, 0 to 1. */
  from: number
  to: number
  legend: { value: string; previous?: string | undefined }
  format: (value: number) => string
}

/** Figures of a bar, beside it. */
export function Tip({ bar, from, to, legend, format }: TipProps) {
  if (!bar) return null
  const hasBefore = bar.previous !== undefined && legend.previous !== undefined
  return (
    <TipBox from={from} to={to}>
      <b>{bar.name}</b>
      {bar.kind !== 'ahead' && (
        <span data-kind={hasBefore ? 'value' : undefined}>
          {hasBefore && legend.value} <strong>{format(bar.value)}</strong>
        </span>
      )}
      {hasBefore && (
        <span data-kind="before">
          {legend.previous} <strong>{format(bar.previous ?? 0)}</strong>
        </span>
      )}
      {bar.more && <small>{bar.more}</small>}
    </TipBox>
  )
}

/** A bar's figures in a line, for screen readers. `previous`: name of the period before. */
export function textOf(bar: Bar | undefined, previous: string | undefined, format: (value: number) => string): string {
  if (!bar) return ''
  const value = bar.kind === 'ahead' ? bar.name : `${bar.name} ${format(bar.value)}`
  const before = previous !== undefined && bar.previous !== undefined && `${previous} ${format(bar.previous)}`
  return [value, before, bar.more].filter(Boolean).join(' · ')
}
