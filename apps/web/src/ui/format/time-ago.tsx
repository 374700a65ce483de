import { useEffect, useState } from 'react'
import { useZone } from '../../api/site.ts'
import { useStore } from '../../store.ts'
import { language } from '../../i18n.ts'
import { formatDateTime, timeAgo } from './format-time.ts'

/** How long ago something was, kept up to date, with the exact time on hover. */
export function TimeAgo({ value }: { value: string | null }) {
  const lang = useStore(language)
  const zone = useZone()
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 30_000)
    return () => clearInterval(timer)
  }, [])
  if (value === null) return <span>–</span>
  return (
    <time dateTime={value} title={formatDateTime(value, zone, 'second')} style={{ whiteSpace: 'nowrap' }}>
      {timeAgo(value, now, lang)}
    </time>
  )
}
