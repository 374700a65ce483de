import { Switch } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useT } from '../i18n.ts'
import styles from './audit.module.css'
import { useFollow, useTabVisible } from './use-follow.ts'

interface FollowSwitchProps {
  on: boolean
  onChange: (on: boolean) => void
  /** true: older rows are shown, so new ones would not appear. */
  deep: boolean
  onNews: () => void
}

/** Follows the log. Pauses while the top of the list is out of view, so that rows do not move while someone reads. */
export function FollowSwitch({ on, onChange, deep, onNews }: FollowSwitchProps) {
  const t = useT()
  const visible = useTabVisible()
  const bar = useRef<HTMLDivElement>(null)
  const [atTop, setAtTop] = useState(true)
  useEffect(() => {
    const seen = new IntersectionObserver(([entry]) => setAtTop(entry?.isIntersecting ?? true))
    if (bar.current) seen.observe(bar.current)
    return () => seen.disconnect()
  }, [])
  const running = on && visible && atTop && !deep
  useFollow(running, onNews)
  return (
    <div ref={bar} className={styles['follow']}>
      <Switch label={t('log.follow')} checked={on} onChange={(event) => onChange(event.currentTarget.checked)} />
      {on && <span role="status">{t(running ? 'log.following' : 'log.paused')}</span>}
    </div>
  )
}
