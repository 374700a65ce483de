import { Button } from '@mantine/core'
import { getYouthMode, switchYouthModeOn } from '@portico/contract/youth-mode'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../api/call.ts'
import { get } from '../api/query.ts'
import { useT } from '../i18n.ts'
import { Card } from '../ui/card.tsx'
import { DateTime } from '../ui/format/date-time.tsx'
import { lazyDialog } from '../ui/lazy/lazy-opened.tsx'
import { StatusBadge } from '../ui/status-badge.tsx'
import { useSave } from '../ui/use-save.ts'
import styles from './youth-card.module.css'
import { useHoursText } from './youth-hours.ts'

const SwitchOffModal = lazyDialog(async () => (await import('./switch-off-modal.tsx')).SwitchOffModal)

export const title = 'youth.title'

/** Profiles for a young user: what they block, and the switch. Switching them off takes a password. */
export function Section() {
  const t = useT()
  const hoursText = useHoursText()
  const [asksPassword, setAsksPassword] = useState(false)
  const { data } = useQuery(get(getYouthMode, {}))
  const switchOn = useSave({
    ask: { title: t('youth.on_title'), text: t('youth.on_text'), confirm: t('youth.on') },
    send: () => call(switchYouthModeOn, {}),
    done: t('youth.is_on'),
    changes: [getYouthMode],
  })
  // This part may load after the rest of the page, or not at all.
  if (!data) return null
  return (
    <div id="youth" className={styles['anchor']}>
      <Card
        title={t('youth.title')}
        aside={<StatusBadge tone={data.on ? 'good' : 'quiet'} label={t(data.on ? 'youth.state_on' : 'youth.state_off')} />}
      >
        <p className="intro">{t('youth.text')}</p>
        <dl className={styles['rules']}>
          <dt>{t('youth.blocked')}</dt>
          <dd>
            {data.categories.length === 0 && t('youth.nothing')}
            {data.categories.map((name) => (
              <span key={name}>{name}</span>
            ))}
          </dd>
          <dt>
            {t('youth.hours')} <small>{data.time_zone}</small>
          </dt>
          <dd>
            {data.hours.length === 0 && t('youth.no_hours')}
            {data.hours.map((hours, index) => (
              <span key={index}>{hoursText(hours)}</span>
            ))}
          </dd>
          {data.since && (
            <>
              <dt>{t('youth.since')}</dt>
              <dd>
                <DateTime value={data.since} />
              </dd>
            </>
          )}
        </dl>
        <p className={`intro ${styles['limits']}`}>{t('youth.limits')}</p>
        {data.on ? (
          <Button variant="default" onClick={() => setAsksPassword(true)}>
            {t('youth.off')}
          </Button>
        ) : (
          <Button variant="default" loading={switchOn.isPending} onClick={() => switchOn.mutate()}>
            {t('youth.on')}
          </Button>
        )}
        {asksPassword && <SwitchOffModal onClose={() => setAsksPassword(false)} />}
      </Card>
    </div>
  )
}
