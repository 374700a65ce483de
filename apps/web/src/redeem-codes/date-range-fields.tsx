import '@mantine/dates/styles.layer.css'
import { DateTimePicker } from '@mantine/dates'
import type { UseFormReturnType } from '@mantine/form'
import { useZone } from '../api/site.ts'
import { language, useT } from '../i18n.ts'
import { useStore } from '../store.ts'
import { fieldOf } from '../ui/form/field-of.ts'
import { FieldRow } from '../ui/form/form-section.tsx'
import { dayjsLocale } from '../ui/format/dayjs-locale.ts'
import { momentAt } from '../ui/format/zoned-time.ts'

/** Clock times in the site's time zone; null: no limit. */
export interface Dates {
  starts_at: string | null
  expires_at: string | null
}

/** Fields for the start and end of validity, in the site's zone; empty: no limit. */
export function DateRangeFields<F extends Dates>({ form }: { form: UseFormReturnType<F> }) {
  const t = useT()
  const lang = useStore(language)
  const zone = useZone()
  const shared = {
    clearable: true,
    valueFormat: 'YYYY-MM-DD HH:mm',
    locale: dayjsLocale(lang),
    placeholder: t('codes_manage.no_limit'),
  }
  return (
    <FieldRow text={zone && t('codes_manage.zone', { zone })}>
      <DateTimePicker {...shared} {...fieldOf(form, 'starts_at', t('codes_manage.starts'))} />
      <DateTimePicker {...shared} {...fieldOf(form, 'expires_at', t('codes_manage.expires'))} />
    </FieldRow>
  )
}

/** The dates as sent to the server, in UTC. */
export function toMoments({ starts_at, expires_at }: Dates, zone: string | undefined): Dates {
  const iso = (wall: string | null): string | null => (wall === null || wall === '' ? null : momentAt(wall, zone).toISOString())
  return { starts_at: iso(starts_at), expires_at: iso(expires_at) }
}
