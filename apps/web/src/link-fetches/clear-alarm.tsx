import { adminGetUser, adminListUsers } from '@portico/contract/accounts-admin'
import { adminClearLinkAlarm } from '@portico/contract/link-fetches-admin'
import { adminMemberTimeline } from '@portico/contract/member-timeline-admin'
import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { call } from '../api/call.ts'
import { useT } from '../i18n.ts'
import { fieldOf } from '../ui/form/field-of.ts'
import { FormModal } from '../ui/form/form-modal.tsx'
import { schemaErrors } from '../ui/form/schema-errors.ts'
import { useSavedForm } from '../ui/form/use-saved-form.ts'

/** For operators: ends the warning about a link that its member does not share, and asks why. */
export function ClearAlarm({ id }: { id: number }) {
  const t = useT()
  const [isAsking, ask] = useState(false)
  return (
    <>
      <Button variant="default" onClick={() => ask(true)}>
        {t('user_manage.clear_alarm')}
      </Button>
      {isAsking && <Why id={id} onClose={() => ask(false)} />}
    </>
  )
}

function Why({ id, onClose }: { id: number; onClose: () => void }) {
  const t = useT()
  const { form, bound } = useSavedForm({
    values: { reason: '' },
    check: (values) => schemaErrors(adminClearLinkAlarm.body, values),
    send: (body: { reason: string }) => call(adminClearLinkAlarm, { params: { id }, body }),
    done: t('user_manage.alarm_cleared'),
    changes: [adminGetUser, adminListUsers, adminMemberTimeline],
    after: onClose,
  })
  return (
    <FormModal
      title={t('user_manage.clear_alarm_title')}
      text={t('user_manage.clear_alarm_text')}
      submit={t('user_manage.clear_alarm')}
      {...bound}
      onClose={onClose}
    >
      <TextInput maxLength={200} data-autofocus {...fieldOf(form, 'reason', t('user_manage.reason'), t('member_page.reason_text'))} />
    </FormModal>
  )
}
