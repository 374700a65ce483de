import { Button, Group, Modal, NumberInput, Radio } from '@mantine/core'
import { useForm } from '@mantine/form'
import { adminGetUser, adminGiveTraffic, adminListUsers, type AdminUser } from '@portico/contract/accounts-admin'
import { useMutation } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { invalidate } from '../api/query.ts'
import { useT } from '../i18n.ts'
import { showFieldErrors } from '../ui/form/field-errors.ts'
import { formatBytes } from '../ui/format/format-bytes.ts'
import { toBytes } from '../ui/form/gigabytes.ts'
import { showNotice } from '../notice.ts'
import { schemaErrors } from '../ui/form/schema-errors.ts'
import styles from './users-manage.module.css'

interface TrafficForm extends Record<string, unknown> {
  bytes: number | string
  kind: 'keeps' | 'cycle'
}
const toInput = ({ bytes, kind }: TrafficForm) => ({ bytes: toBytes(bytes), keeps: kind === 'keeps' })

/** Adds traffic to a running plan: until it is used, or for this cycle. */
export function TrafficModal({ user, onGiven, onClose }: { user: AdminUser; onGiven: () => void; onClose: () => void }) {
  const t = useT()
  const form = useForm<TrafficForm>({
    initialValues: { bytes: '', kind: 'keeps' },
    validate: (values) => schemaErrors(adminGiveTraffic.body, toInput(values)),
  })
  const save = useMutation({
    mutationFn: (body: { bytes: number; keeps: boolean }) => call(adminGiveTraffic, { params: { id: user.id }, body }),
    onSuccess: async (_, { bytes }) => {
      showNotice({ kind: 'success', message: t('user_manage.traffic_given', { amount: formatBytes(bytes) }) })
      await invalidate(adminGetUser, adminListUsers)
      onGiven()
    },
    onError: (error) => showFieldErrors(form, error),
  })
  return (
    <Modal
      opened
      onClose={onClose}
      title={<strong>{t('user_manage.give_traffic')}</strong>}
      closeButtonProps={{ 'aria-label': t('action.close') }}
    >
      <form noValidate onSubmit={form.onSubmit((values) => save.mutate(toInput(values)))}>
        <p className={styles['quiet']}>{user.email}</p>
        <NumberInput
          mt="md"
          label={t('user_manage.traffic_amount')}
          min={0}
          decimalScale={3}
          suffix=" GB"
          data-autofocus
          {...form.getInputProps('bytes')}
        />
        <Radio.Group mt="md" label={t('user_manage.traffic_lasts')} {...form.getInputProps('kind')}>
          <Radio mt="xs" value="keeps" label={t('user_manage.traffic_keeps')} description={t('user_manage.traffic_keeps_text')} />
          <Radio mt="xs" value="cycle" label={t('user_manage.traffic_cycle')} description={t('user_manage.traffic_cycle_text')} />
        </Radio.Group>
        <Group justify="flex-end" mt="lg">
          <Button variant="default" onClick={onClose}>
            {t('action.cancel')}
          </Button>
          <Button type="submit" loading={save.isPending}>
            {t('user_manage.give_traffic')}
          </Button>
        </Group>
      </form>
    </Modal>
  )
}
