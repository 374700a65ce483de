import '@mantine/dates/styles.layer.css'
import { Switch } from '@mantine/core'
import { DateTimePicker } from '@mantine/dates'
import { useZone } from '../api/site.ts'
import { language, useT } from '../i18n.ts'
import { useStore } from '../store.ts'
import { flagOf } from '../ui/form/field-of.ts'
import { dayjsLocale } from '../ui/format/dayjs-locale.ts'
import type { UserFormApi } from './user-form.ts'

/** When a member's plan ends: a moment in the site's time zone, or never. */
export function ExpiryField({ form }: { form: UserFormApi }) {
  const t = useT()
  const lang = useStore(language)
  const zone = useZone()
  return (
    <>
      <Switch {...flagOf(form, 'permanent', t('user_manage.permanent'), t('user_manage.permanent_text'))} />
      {!form.values.permanent && (
        <DateTimePicker
          label={t('user_manage.expires')}
          description={zone ? t('user_manage.expires_zone', { zone }) : undefined}
          placeholder={t('user_manage.expires_pick')}
          valueFormat="YYYY-MM-DD HH:mm"
          locale={dayjsLocale(lang)}
          {...form.getInputProps('expires')}
        />
      )}
    </>
  )
}
