import '@mantine/dates/styles.layer.css'
import { Switch } from '@mantine/core'
import { DateTimePicker } from '@mantine/dates'
import { useZone } from '../api/site.ts'
import { language, useT } from '../i18n.ts'
import { useStore } from '../store.ts'
import { closeGaps } from '../ui/format/close-gaps.ts'
import { flagOf } from '../ui/form/field-of.ts'
import { dayjsLocale } from '../ui/format/dayjs-locale.ts'
import { useToday } from '../ui/format/use-today.ts'
import type { UserFormApi } from './user-form.ts'

/** When a member's plan ends: a moment in the site's time zone, or never. */
export function ExpiryField({ form }: { form: UserFormApi }) {
  const t = useT()
  const lang = useStore(language)
  const zone = useZone()
  const left = useDaysLeft(form.values.expires)
  return (
    <>
      <Switch {...flagOf(form, 'permanent', t('user_manage.permanent'), t('user_manage.permanent_text'))} />
      {!form.values.permanent && (
        <DateTimePicker
          label={t('user_manage.expires')}
          description={closeGaps([zone && t('user_manage.expires_zone', { zone }), left].filter(Boolean).join(' '))}
          placeholder={t('user_manage.expires_pick')}
          valueFormat="YYYY-MM-DD HH:mm"
          locale={dayjsLocale(lang)}
          {...form.getInputProps('expires')}
        />
      )}
    </>
  )
}

/** How far the day of a clock time is, in words; '' for none. */
function useDaysLeft(wall: string | null): string {
  const t = useT()
  const today = useToday()
  const days = wall ? Math.round((Date.parse(wall.slice(0, 10)) - Date.parse(today)) / 86_400_000) : Number.NaN
  if (Number.isNaN(days)) return ''
  return t(days < 0 ? 'user_manage.expires_ago' : 'user_manage.expires_in', { n: Math.abs(days) })
}
