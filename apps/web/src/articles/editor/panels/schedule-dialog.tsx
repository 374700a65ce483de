import { useState } from 'react'
import { useZone } from '../../../api/site.ts'
import { useT } from '../../../i18n.ts'
import { DayField } from '../../../ui/form/day-field.tsx'
import { FormModal } from '../../../ui/form/form-modal.tsx'
import { FieldRow } from '../../../ui/form/form-section.tsx'
import { TimeField } from '../../../ui/form/time-field.tsx'
import { formatDateTime } from '../../../ui/format/format-time.ts'
import { deviceZone, momentAt } from '../../../ui/format/zoned-time.ts'
import type { Actions } from '../desk/use-actions.ts'

/** Publishes at a time of the site's zone. */
export function ScheduleDialog({ actions, onClose }: { actions: Actions; onClose: () => void }) {
  const t = useT()
  const zone = useZone()
  const [now] = useState(() => new Date())
  const [day, setDay] = useState<string | undefined>(() => formatDateTime(new Date(now.getTime() + 86_400_000), zone, 'day'))
  const [time, setTime] = useState('09:00')
  const at = day && time ? momentAt(`${day} ${time}`, zone) : null
  const isPast = at !== null && at <= now
  return (
    <FormModal
      title={t('editor.schedule')}
      text={t('editor.schedule_text', { zone: zone ?? deviceZone() })}
      submit={t('editor.schedule_go')}
      saving={actions.isBusy}
      blocked={at === null || isPast}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault()
        if (at) void actions.publish(at.toISOString()).then(onClose)
      }}
    >
      <FieldRow>
        <DayField label={t('editor.schedule_day')} value={day} min={formatDateTime(now, zone, 'day')} onChange={setDay} />
        <TimeField label={t('editor.schedule_time')} value={time} error={isPast && t('editor.schedule_past')} onChange={setTime} />
      </FieldRow>
    </FormModal>
  )
}
