import { Button, Select, Switch } from '@mantine/core'
import { useForm } from '@mantine/form'
import { type QuietHours, QuietHours as Schema, readReminders, saveReminders } from '@portico/contract/reminders'
import { call } from '../api/call.ts'
import { useT } from '../i18n.ts'
import { Card } from '../ui/card.tsx'
import { fieldOf, flagOf } from '../ui/form/field-of.ts'
import { schemaErrors } from '../ui/form/schema-errors.ts'
import { TimeField } from '../ui/form/time-field.tsx'
import { deviceZone } from '../ui/format/zoned-time.ts'
import { useSave } from '../ui/use-save.ts'
import styles from './reminders.module.css'

interface Values {
  isOn: boolean
  from: string
  until: string
  zone: string
}

/** Form for quiet hours, in the member's zone; at first the browser's. */
export function QuietForm({ quiet }: { quiet: QuietHours | null }) {
  const t = useT()
  const initialValues: Values = {
    isOn: quiet !== null,
    from: clock(quiet?.from ?? 22 * 60),
    until: clock(quiet?.until ?? 8 * 60),
    zone: quiet?.zone ?? deviceZone(),
  }
  const form = useForm({
    initialValues,
    validate: (values) => (values.isOn ? schemaErrors(Schema, hoursOf(values)) : {}),
  })
  const save = useSave({
    form,
    send: (values: Values) => call(saveReminders, { body: { quiet: values.isOn ? hoursOf(values) : null } }),
    done: t('state.saved'),
    changes: [readReminders],
    after: (_, values) => form.resetDirty(values),
  })
  const { isOn } = form.values
  return (
    <Card title={t('reminders.quiet')}>
      <p className="intro">{t('reminders.quiet_text')}</p>
      <form noValidate className={styles['form']} onSubmit={form.onSubmit((values) => save.mutate(values))}>
        <Switch {...flagOf(form, 'isOn', t('reminders.quiet_on'))} />
        {isOn && (
          <>
            <div className={styles['hours']}>
              <TimeField
                label={t('reminders.quiet_from')}
                value={form.values.from}
                error={form.errors['from']}
                onChange={(time) => form.setFieldValue('from', time)}
              />
              <TimeField
                label={t('reminders.quiet_until')}
                value={form.values.until}
                error={form.errors['until']}
                onChange={(time) => form.setFieldValue('until', time)}
              />
            </div>
            <Select
              searchable
              allowDeselect={false}
              limit={60}
              nothingFoundMessage={t('menu.search_empty')}
              data={[...new Set(['UTC', ...Intl.supportedValuesOf('timeZone'), form.values.zone])].toSorted()}
              {...fieldOf(form, 'zone', t('reminders.zone'))}
            />
          </>
        )}
        <Button type="submit" loading={save.isPending} disabled={!form.isDirty()}>
          {t('action.save')}
        </Button>
      </form>
    </Card>
  )
}

const hoursOf = ({ from, until, zone }: Values): QuietHours => ({ from: minutes(from), until: minutes(until), zone })

/** Minutes as clock time: 1320 → 22:00. */
function clock(minute: number): string {
  return `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
}

/** Clock time as minutes; NaN if empty, which the schema refuses. */
function minutes(text: string): number {
  const [hours, rest] = text.split(':')
  return Number(hours) * 60 + Number(rest)
}
