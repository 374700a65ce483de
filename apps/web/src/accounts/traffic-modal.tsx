import { NumberInput, Radio } from '@mantine/core'
import { useForm } from '@mantine/form'
import { adminGetUser, adminGiveTraffic, adminListUsers, type AdminUser } from '@portico/contract/accounts-admin'
import { call } from '../api/call.ts'
import { useT } from '../i18n.ts'
import { formatBytes } from '../ui/format/format-bytes.ts'
import { toBytes } from '../ui/form/gigabytes.ts'
import { FormModal } from '../ui/form/form-modal.tsx'
import { schemaErrors } from '../ui/form/schema-errors.ts'
import { useSave } from '../ui/use-save.ts'

interface TrafficForm extends Record<string, unknown> {
  bytes: number | string
  kind: 'keeps' | 'cycle'
}
const toInput = ({ bytes, kind }: TrafficForm) => ({ bytes: toBytes(bytes), keeps: kind === 'keeps' })

/** Adds traffic to a running plan. It lasts until it is used up, or until the end of this cycle. */
export function TrafficModal({ user, onGiven, onClose }: { user: AdminUser; onGiven: () => void; onClose: () => void }) {
  const t = useT()
  const form = useForm<TrafficForm>({
    initialValues: { bytes: '', kind: 'keeps' },
    validate: (values) => schemaErrors(adminGiveTraffic.body, toInput(values)),
  })
  const save = useSave({
    form,
    send: (body: { bytes: number; keeps: boolean }) => call(adminGiveTraffic, { params: { id: user.id }, body }),
    done: (_, { bytes }) => t('user_manage.traffic_given', { amount: formatBytes(bytes) }),
    changes: [adminGetUser, adminListUsers],
    after: onGiven,
  })
  return (
    <FormModal
      title={t('user_manage.give_traffic')}
      text={user.label}
      submit={t('user_manage.give_traffic')}
      saving={save.isPending}
      onClose={onClose}
      onSubmit={form.onSubmit((values) => save.mutate(toInput(values)))}
    >
      <NumberInput
        label={t('user_manage.traffic_amount')}
        min={0}
        decimalScale={3}
        suffix=" GB"
        data-autofocus
        {...form.getInputProps('bytes')}
      />
      <Radio.Group label={t('user_manage.traffic_lasts')} {...form.getInputProps('kind')}>
        <Radio mt="xs" value="keeps" label={t('user_manage.traffic_keeps')} description={t('user_manage.traffic_keeps_text')} />
        <Radio mt="xs" value="cycle" label={t('user_manage.traffic_cycle')} description={t('user_manage.traffic_cycle_text')} />
      </Radio.Group>
    </FormModal>
  )
}
