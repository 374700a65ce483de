import { Button, NumberInput, TextInput } from '@mantine/core'
import { type AdminUser, adminGetUser, adminListUsers } from '@portico/contract/accounts-admin'
import { adminHoldTerm } from '@portico/contract/member-actions-admin'
import { adminMemberTimeline } from '@portico/contract/member-timeline-admin'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { useZone } from '../../api/site.ts'
import { useT } from '../../i18n.ts'
import { DayField } from '../../ui/form/day-field.tsx'
import { fieldOf } from '../../ui/form/field-of.ts'
import { FormModal } from '../../ui/form/form-modal.tsx'
import { FormSection } from '../../ui/form/form-section.tsx'
import { schemaErrors } from '../../ui/form/schema-errors.ts'
import { useSavedForm } from '../../ui/form/use-saved-form.ts'
import { DateTime } from '../../ui/format/date-time.tsx'
import { formatDateTime } from '../../ui/format/format-time.ts'
import { momentAt } from '../../ui/format/zoned-time.ts'

const DAY_MS = 86_400_000
/** A last date that most members meet. */
const USUAL_DAYS = 90

/** For operators: a term that waits for the member's first connection. `mayHold`: they may make one wait. */
export function HeldTerm({ user, mayHold }: { user: AdminUser; mayHold: boolean }) {
  const t = useT()
  const [isAsking, ask] = useState(false)
  const { starts_by: startsBy, plan_id: plan, u, d } = user
  const canHold = mayHold && plan !== null && u + d === 0
  if (startsBy === null && !canHold) return null
  return (
    <FormSection title={t('held_term.title')} text={t('held_term.text')}>
      {startsBy !== null && (
        <p>
          {t('held_term.waits')} <DateTime value={startsBy} />
        </p>
      )}
      {canHold && (
        <div>
          <Button variant="default" onClick={() => ask(true)}>
            {t('held_term.hold')}
          </Button>
        </div>
      )}
      {isAsking && <Hold id={user.id} onClose={() => ask(false)} />}
    </FormSection>
  )
}

function Hold({ id, onClose }: { id: number; onClose: () => void }) {
  const t = useT()
  const zone = useZone()
  const [now] = useState(() => Date.now())
  const { form, bound } = useSavedForm({
    values: { days: 30, day: formatDateTime(new Date(now + USUAL_DAYS * DAY_MS), zone, 'day'), reason: '' },
    toInput: ({ days, day, reason }) => ({ days, reason, starts_by: momentAt(`${day} 00:00`, zone).toISOString() }),
    check: (_, input) => schemaErrors(adminHoldTerm.body, input),
    send: (body: { days: number; starts_by: string; reason: string }) => call(adminHoldTerm, { params: { id }, body }),
    done: t('held_term.done'),
    changes: [adminGetUser, adminListUsers, adminMemberTimeline],
    after: onClose,
  })
  return (
    <FormModal title={t('held_term.hold')} text={t('held_term.ask')} submit={t('held_term.hold')} {...bound} onClose={onClose}>
      <NumberInput min={1} max={3650} allowDecimal={false} {...fieldOf(form, 'days', t('held_term.days'))} />
      <DayField
        label={t('held_term.last_day')}
        value={form.values.day}
        min={formatDateTime(new Date(now + DAY_MS), zone, 'day')}
        onChange={(day) => form.setFieldValue('day', day ?? form.values.day)}
      />
      <TextInput maxLength={200} {...fieldOf(form, 'reason', t('user_manage.reason'), t('member_page.reason_text'))} />
    </FormModal>
  )
}
