import { useZone } from '../../api/site.ts'
import { formatDateTime } from '../../ui/format/format-time.ts'
import { useToday } from '../../ui/format/use-today.ts'

/** Time of a message; today without date. */
export function MessageTime({ value }: { value: string }) {
  const whole = formatDateTime(value, useZone())
  const today = useToday()
  return (
    <time dateTime={value} title={whole}>
      {whole.startsWith(today) ? whole.slice(today.length + 1) : whole}
    </time>
  )
}
