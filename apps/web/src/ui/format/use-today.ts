import { useState } from 'react'
import { useZone } from '../../api/site.ts'
import { formatDateTime } from './format-time.ts'

/** The day the page was opened, as YYYY-MM-DD in the site's time zone. */
export function useToday(): string {
  const [now] = useState(() => new Date())
  return formatDateTime(now, useZone(), 'day')
}
