import { Button } from '@mantine/core'
import { describeDevice, nameDevice } from '@portico/contract/describe-device'
import { addPushDevice, type PushDevice, readReminders, type Reminders, removePushDevice, testReminder } from '@portico/contract/reminders'
import { useQuery } from '@tanstack/react-query'
import { ApiError, call } from '../api/call.ts'
import { useT } from '../i18n.ts'
import { Card } from '../ui/card.tsx'
import { DateTime } from '../ui/format/date-time.tsx'
import { StatusBadge } from '../ui/status-badge.tsx'
import { useSave } from '../ui/use-save.ts'
import { ownSubscription, readPushState, subscribe, unsubscribe } from './push-browser.ts'
import styles from './reminders.module.css'

/** Push messages in this browser and the member's others. */
export function PushBrowsers({ push: { key, devices } }: { push: Reminders['push'] }) {
  const t = useT()
  const addresses = devices.map(({ endpoint }) => endpoint)
  const { data: state, refetch } = useQuery({
    queryKey: ['push state', addresses],
    queryFn: async () => ({ is: await readPushState(addresses), own: (await ownSubscription())?.endpoint ?? null }),
  })
  const turnOn = useSave({
    send: async () => {
      const given = await subscribe(key ?? '')
      return given && call(addPushDevice, { body: given })
    },
    done: (answer) => (answer ? t('reminders.push_is_on') : undefined),
    changes: [readReminders],
    after: () => refetch(),
  })
  const turnOff = useSave({
    send: async () => {
      const endpoint = await unsubscribe()
      return endpoint === null ? null : call(removePushDevice, { body: { endpoint } })
    },
    done: t('reminders.push_is_off'),
    changes: [readReminders],
    after: () => refetch(),
  })
  const test = useSave({
    send: () => call(testReminder, { body: { channel: 'push' } }),
    done: ({ reached }) => t('reminders.push_tested', { n: reached }),
    changes: [readReminders],
  })
  return (
    <Card title={t('reminders.push')}>
      <p className="intro">{t('reminders.push_text')}</p>
      {key === null && <p className="intro">{t('reminders.push_unavailable')}</p>}
      {key !== null && state && (
        <>
          {state.is === 'unsupported' && <p className="intro">{t('reminders.push_unsupported')}</p>}
          {state.is === 'denied' && <p className="intro">{t('reminders.push_denied')}</p>}
          {state.is === 'off' && (
            <p role="status">
              {turnOn.data === null && t('reminders.push_not_allowed')}
              {turnOn.error !== null && !(turnOn.error instanceof ApiError) && t('reminders.push_failed')}
            </p>
          )}
          <div className={styles['acts']}>
            {state.is === 'off' && (
              <Button variant="default" loading={turnOn.isPending} onClick={() => turnOn.mutate()}>
                {t('reminders.push_turn_on')}
              </Button>
            )}
            {state.is === 'on' && (
              <Button variant="default" loading={turnOff.isPending} onClick={() => turnOff.mutate()}>
                {t('reminders.push_turn_off')}
              </Button>
            )}
            {devices.length > 0 && (
              <Button variant="default" loading={test.isPending} onClick={() => test.mutate()}>
                {t('reminders.test')}
              </Button>
            )}
          </div>
        </>
      )}
      {devices.length > 0 && (
        <ul className={styles['browsers']} aria-label={t('reminders.push_browsers')}>
          {devices.map((device) => (
            <Browser key={device.id} device={device} isOwn={device.endpoint === state?.own} />
          ))}
        </ul>
      )}
    </Card>
  )
}

function Browser({ device: { id, device, created_at: since }, isOwn }: { device: PushDevice; isOwn: boolean }) {
  const t = useT()
  const found = describeDevice(device)
  const name = found ? nameDevice(found) : t('session.unknown')
  const remove = useSave({
    send: () => call(removePushDevice, { body: { id } }),
    done: t('reminders.push_removed'),
    changes: [readReminders],
  })
  return (
    <li>
      <span className={styles['browser']}>
        <strong>{name}</strong>
        <small>
          {t('reminders.push_since')} <DateTime value={since} />
        </small>
      </span>
      {isOwn && <StatusBadge tone="good" label={t('session.current')} />}
      {!isOwn && (
        <Button
          size="compact-sm"
          variant="default"
          aria-label={t('reminders.push_remove_name', { name })}
          loading={remove.isPending}
          onClick={() => remove.mutate()}
        >
          {t('reminders.push_remove')}
        </Button>
      )}
    </li>
  )
}
