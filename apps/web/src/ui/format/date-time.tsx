import { useZone } from '../../api/site.ts'
import { formatDateTime } from './format-time.ts'
import { useDate } from './use-date.ts'

/** A time in the site's time zone, which is named on hover. `date`: as in a sentence. */
export function DateTime({ value, part = 'minute' }: { value: string | null; part?: 'minute' | 'day' | 'second' | 'time' | 'date' }) {
  const zone = useZone()
  const date = useDate()
  if (value === null) return <span>–</span>
  return (
    <time dateTime={value} title={zone} style={{ whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' }}>
      {part === 'date' ? date(value) : formatDateTime(value, zone, part)}
    </time>
  )
}
