import { Button } from '@mantine/core'
import { checkIn, getCheckIn } from '@portico/contract/check-ins'
import { getDashboard, getSubscribe } from '@portico/contract/subscriptions'
import { IconGift } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { get } from '../api/query.ts'
import { useT } from '../i18n.ts'
import { Card } from '../ui/card.tsx'
import { formatBytes } from '../ui/format/format-bytes.ts'
import { useSave } from '../ui/use-save.ts'
import styles from './check-ins.module.css'

/**
 * A daily check-in for a little traffic. Hidden if the site does not offer it.
 * `runs`: the member has a plan the traffic can be added to.
 */
export function CheckInCard({ runs }: { runs: boolean }) {
  const t = useT()
  const { data } = useQuery(get(getCheckIn, {}, { background: true }))
  const enter = useSave({
    send: () => call(checkIn, {}),
    done: ({ today }) => t('checkin.won', { amount: formatBytes(today ?? 0) }),
    changes: [getCheckIn, getSubscribe, getDashboard],
  })
  if (!data?.enabled || (!runs && data.today === null)) return null
  const done = data.today !== null
  return (
    <Card title={t('checkin.title')}>
      <div className={styles['line']}>
        <p role="status">
          {done
            ? t('checkin.today', { amount: formatBytes(data.today ?? 0) })
            : t('checkin.text', { min: formatBytes(data.min), max: formatBytes(data.max) })}
        </p>
        <Button
          variant="default"
          leftSection={<IconGift size={17} />}
          disabled={done}
          loading={enter.isPending}
          onClick={() => enter.mutate()}
        >
          {t(done ? 'checkin.done' : 'checkin.enter')}
        </Button>
      </div>
    </Card>
  )
}
