import { Button, Checkbox, TextInput } from '@mantine/core'
import { adminGetUser, adminListUsers, type AdminUser } from '@portico/contract/accounts-admin'
import { adminSetClaim, adminUndoClaim } from '@portico/contract/claims-admin'
import { adminMemberSignIn } from '@portico/contract/member-actions-admin'
import { adminMemberTimeline } from '@portico/contract/member-timeline-admin'
import { useState } from 'react'
import { call } from '../api/call.ts'
import { useT } from '../i18n.ts'
import { DateTime } from '../ui/format/date-time.tsx'
import { fieldOf } from '../ui/form/field-of.ts'
import { FormModal } from '../ui/form/form-modal.tsx'
import { FormSection } from '../ui/form/form-section.tsx'
import { schemaErrors } from '../ui/form/schema-errors.ts'
import { useSavedForm } from '../ui/form/use-saved-form.ts'

const changes = [adminGetUser, adminListUsers, adminMemberSignIn, adminMemberTimeline]

/** For operators: whether an account that came without an address may be claimed by its link, and whether it was. Others have nothing here. */
export function ClaimCard({ user, mayChange }: { user: AdminUser; mayChange: boolean }) {
  const t = useT()
  const [asked, ask] = useState<'open' | 'close' | 'undo' | null>(null)
  const { claimable_at: since, claimed_at: claimed, email, phone, closed } = user
  const isNobodys = email === null && phone === null && !closed
  if (since === null && claimed === null && !isNobodys) return null
  const [act, tone] =
    claimed !== null ? (['undo', 'var(--bad-text)'] as const) : since !== null ? (['close'] as const) : (['open'] as const)
  return (
    <FormSection title={t('claim_card.title')} text={t('claim_card.text')}>
      <p>
        {t(claimed !== null ? 'claim_card.claimed' : since !== null ? 'claim_card.claimable' : 'claim_card.not')}
        {(claimed ?? since) !== null && (
          <>
            {' '}
            <DateTime value={claimed ?? since} />
          </>
        )}
      </p>
      {mayChange && (
        <div className="row">
          <Button variant="default" {...(tone && { c: tone })} onClick={() => ask(act)}>
            {t(`claim_card.${act}`)}
          </Button>
        </div>
      )}
      {(asked === 'open' || asked === 'close') && <SetClaim id={user.id} open={asked === 'open'} onClose={() => ask(null)} />}
      {asked === 'undo' && <UndoClaim id={user.id} onClose={() => ask(null)} />}
    </FormSection>
  )
}

function SetClaim({ id, open, onClose }: { id: number; open: boolean; onClose: () => void }) {
  const t = useT()
  const name = open ? 'open' : 'close'
  const { form, bound } = useSavedForm({
    values: { open, reason: '' },
    check: (values) => schemaErrors(adminSetClaim.body, values),
    send: (body: { open: boolean; reason: string }) => call(adminSetClaim, { params: { id }, body }),
    done: t('state.saved'),
    changes,
    after: onClose,
  })
  return (
    <FormModal
      title={t(`claim_card.${name}_title`)}
      text={t(`claim_card.${name}_text`)}
      submit={t(`claim_card.${name}`)}
      {...bound}
      onClose={onClose}
    >
      <TextInput maxLength={200} data-autofocus {...fieldOf(form, 'reason', t('user_manage.reason'), t('member_page.reason_text'))} />
    </FormModal>
  )
}

function UndoClaim({ id, onClose }: { id: number; onClose: () => void }) {
  const t = useT()
  const { form, bound } = useSavedForm({
    values: { reopen: false, reason: '' },
    check: (values) => schemaErrors(adminUndoClaim.body, values),
    send: (body: { reopen: boolean; reason: string }) => call(adminUndoClaim, { params: { id }, body }),
    done: t('claim_card.undone'),
    changes,
    after: onClose,
  })
  return (
    <FormModal
      title={t('claim_card.undo_title')}
      text={t('claim_card.undo_text')}
      submit={t('claim_card.undo')}
      danger
      {...bound}
      onClose={onClose}
    >
      <TextInput maxLength={200} data-autofocus {...fieldOf(form, 'reason', t('user_manage.reason'), t('member_page.reason_text'))} />
      <Checkbox
        label={t('claim_card.reopen')}
        description={t('claim_card.reopen_text')}
        {...form.getInputProps('reopen', { type: 'checkbox' })}
      />
    </FormModal>
  )
}
