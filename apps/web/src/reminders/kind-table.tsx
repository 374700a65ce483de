import { Checkbox } from '@mantine/core'
import { readReminders, type ReminderChannel, type ReminderKind, type Reminders, saveReminders } from '@portico/contract/reminders'
import { call } from '../api/call.ts'
import { useT } from '../i18n.ts'
import { Card } from '../ui/card.tsx'
import { useSave } from '../ui/use-save.ts'
import styles from './reminders.module.css'

/** Each kind of reminder with a box per channel. A box is saved at once. */
export function KindTable({ reminders: { channels: all, kinds, mail, push } }: { reminders: Reminders }) {
  const t = useT()
  const channels = all.filter((channel) => channel !== 'mail' || mail.is_set_up)
  const isOff = (channel: ReminderChannel): boolean => channel === 'push' && push.devices.length === 0
  const save = useSave({
    send: (choice: { kind: ReminderKind; channel: ReminderChannel; on: boolean }) => call(saveReminders, { body: { choices: [choice] } }),
    changes: [readReminders],
  })
  const isOn = (kind: ReminderKind, channel: ReminderChannel): boolean => {
    // What was just pressed shows at once.
    const pressed = save.isPending && save.variables.kind === kind && save.variables.channel === channel
    return pressed ? save.variables.on : (kinds.find((one) => one.kind === kind)?.on.includes(channel) ?? false)
  }
  return (
    <Card title={t('reminders.kinds')}>
      <table className={styles['kinds']}>
        <thead>
          <tr>
            <th scope="col">{t('reminders.kind')}</th>
            {channels.map((channel) => (
              <th key={channel} scope="col">
                {t(`reminders.channel_${channel}`)}
                {isOff(channel) && <small>{t('reminders.channel_off')}</small>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {kinds.map(({ kind }) => (
            <tr key={kind}>
              <th scope="row">
                {t(`reminders.kind_${kind}`)}
                <small>{t(`reminders.kind_${kind}_text`)}</small>
              </th>
              {channels.map((channel) => (
                <td key={channel}>
                  <Checkbox
                    aria-label={`${t(`reminders.kind_${kind}`)}: ${t(`reminders.channel_${channel}`)}`}
                    checked={!isOff(channel) && isOn(kind, channel)}
                    disabled={isOff(channel)}
                    onChange={(event) => save.mutate({ kind, channel, on: event.currentTarget.checked })}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p className="intro">{t(mail.is_set_up ? 'reminders.security' : 'reminders.mail_off')}</p>
    </Card>
  )
}
