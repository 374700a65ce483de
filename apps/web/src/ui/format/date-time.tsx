import { useZone } from '../../api/site.ts'
import { formatDateTime } from './format-time.ts'

/** A time in the site's time zone, which is named on hover. */
export function DateTime({ value, part = 'minute' }: { value: string | null; part?: 'minute' | 'day' | 'second' | 'time' }) {
  const zone = useZone()
  if (value === null) return <span>–</span>
  return (
    <time dateTime={value} title={zone} style={{ whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' }}>
      {formatDateTime(value, zone, part)}
    </time>
  )
}
