import { useZone } from '../../api/site.ts'
import { formatDateTime } from './format-time.ts'
import { useDate } from './use-date.ts'

interface DateTimeProps {
  value: string | null
  part?: 'minute' | 'day' | 'second' | 'time' | 'date' | 'moment'
}

/** A time in the site's time zone, which is named on hover. `date`, `moment`: as in a sentence, without and with the time. */
export function DateTime({ value, part = 'minute' }: DateTimeProps) {
  const zone = useZone()
  const date = useDate()
  if (value === null) return <span>–</span>
  return (
    <time dateTime={value} title={zone} style={{ whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' }}>
      {part === 'date' ? date(value) : part === 'moment' ? date(value, 'minute') : formatDateTime(value, zone, part)}
    </time>
  )
}
