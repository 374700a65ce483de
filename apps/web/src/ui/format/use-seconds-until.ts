import { useEffect, useState } from 'react'

/** Counts down to a time in milliseconds since 1970. */
export function useSecondsUntil(time: number): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    setNow(Date.now())
    const timer = setInterval(() => {
      setNow(Date.now())
      if (Date.now() >= time) clearInterval(timer)
    }, 500)
    return () => clearInterval(timer)
  }, [time])
  return secondsFrom(now, time)
}

/** Whole seconds, of which the last one ends at `time`; 0 afterwards. */
export function secondsFrom(now: number, time: number): number {
  return Math.max(0, Math.ceil((time - now) / 1000))
}
