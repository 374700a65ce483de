import { useEffect, useState } from 'react'
import { useT } from '../i18n.ts'
import { clockOf } from './time-left.ts'
import styles from './discount-page.module.css'

/** Counts down to a moment of this device's clock, second by second, and calls `onOver` at the end. */
export function Countdown({ until, onOver }: { until: number; onOver: () => void }) {
  const t = useT()
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => {
      setNow(Date.now())
      if (Date.now() < until) return
      clearInterval(timer)
      onOver()
    }, 1000)
    return () => clearInterval(timer)
  }, [until, onOver])
  const { days, clock } = clockOf(until - now)
  return (
    <span className={styles['clock']} role="timer">
      {days > 0 ? `${t('discount.days', { n: days })} ${clock}` : clock}
    </span>
  )
}
