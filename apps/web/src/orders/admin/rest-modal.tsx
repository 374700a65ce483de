import { Radio, Stack, TextInput } from '@mantine/core'
import { RestDecision, UndecidedRest, UnusedPartUse } from '@portico/contract/orders-admin'
import { ApiError } from '../../api/call.ts'
import { useT } from '../../i18n.ts'
import { fieldOf } from '../../ui/form/field-of.ts'
import { FormModal } from '../../ui/form/form-modal.tsx'
import { schemaErrors } from '../../ui/form/schema-errors.ts'
import { useMarkedForm } from '../../ui/form/use-marked-form.ts'
import { useMoney } from '../../ui/format/use-money.ts'

/** Decision needed before a plan is replaced; null: none. */
export function undecidedRest(error: unknown): UndecidedRest | null {
  return error instanceof ApiError && error.code === 'member.rest_undecided' ? (UndecidedRest.safeParse(error.details).data ?? null) : null
}

interface Props {
  undecided: UndecidedRest
  /** false: no new plan can take the rest. */
  canCarry: boolean
  saving: boolean
  onClose: () => void
  onDecide: (decision: RestDecision) => void
}

/** Asks what becomes of the unused part of the plan that is replaced. */
export function RestModal({ undecided: { amount, currency }, canCarry, saving, onClose, onDecide }: Props) {
  const t = useT()
  const money = useMoney()
  const form = useMarkedForm<RestDecision>({
    initialValues: { rest: canCarry ? 'carry' : 'credit', reason: '' },
    validate: (values) => schemaErrors(RestDecision, values),
  })
  return (
    <FormModal
      title={t('rest.title', { amount: money(amount, currency) })}
      text={t('rest.text')}
      submit={t('rest.submit')}
      saving={saving}
      onClose={onClose}
      onSubmit={form.onSubmit(onDecide)}
    >
      <Radio.Group aria-label={t('rest.choice')} {...form.getInputProps('rest')}>
        <Stack gap="sm">
          {UnusedPartUse.options
            .filter((rest) => canCarry || rest !== 'carry')
            .map((rest) => (
              <Radio key={rest} value={rest} label={t(`rest.${rest}`)} description={t(`rest.${rest}_text`)} />
            ))}
        </Stack>
      </Radio.Group>
      <TextInput maxLength={200} data-autofocus {...fieldOf(form, 'reason', t('refund.reason'))} />
    </FormModal>
  )
}
