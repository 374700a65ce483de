import { NumberInput, SegmentedControl } from '@mantine/core'
import { Compensation } from '@portico/contract/outages'
import { adminCompensateOutage, adminListOutages, adminPreviewCompensation, type Outage } from '@portico/contract/outages-admin'
import { call } from '../api/call.ts'
import { useT } from '../i18n.ts'
import { showToast } from '../toast.ts'
import { confirm } from '../ui/confirm.tsx'
import { fieldOf } from '../ui/form/field-of.ts'
import { FormDrawer } from '../ui/form/form-drawer.tsx'
import { toBytes } from '../ui/form/gigabytes.ts'
import { schemaErrors } from '../ui/form/schema-errors.ts'
import { useMarkedForm } from '../ui/form/use-marked-form.ts'
import { useSave } from '../ui/use-save.ts'
import { useCompensationText } from './outage-text.ts'

type GiftForm = { kind: 'days' | 'traffic'; days: number | string; bytes: number | string }

/** Compensates members for an outage. Says how many members it reaches, and asks before giving anything. */
export function CompensateDrawer({ outage, onClose }: { outage: Outage; onClose: () => void }) {
  const t = useT()
  const text = useCompensationText()
  const params = { id: outage.id }
  const form = useMarkedForm<GiftForm>({
    initialValues: { kind: 'days', days: 1, bytes: 10 },
    validate: (values) => schemaErrors(Compensation, toCompensation(values)),
  })
  const give = useSave({
    send: async (body: Compensation) => {
      const { members } = await call(adminPreviewCompensation, { params, body })
      if (members === 0) {
        showToast({ kind: 'warning', message: t('outage.nobody') })
        return false
      }
      const title = t('outage.confirm', { what: text(body), n: members })
      if (!(await confirm({ title, text: t('outage.compensate_text'), confirm: t('outage.compensate') }))) return false
      await call(adminCompensateOutage, { params, body })
      return true
    },
    done: (given) => (given ? t('outage.begun') : undefined),
    changes: [adminListOutages],
    after: (given) => given && onClose(),
  })
  const { kind } = form.values
  return (
    <FormDrawer
      form={form}
      draft={`outage ${outage.id}`}
      title={t('outage.compensate_title', { name: outage.node.name })}
      saving={give.isPending}
      saveLabel={t('outage.next')}
      onClose={onClose}
      onSubmit={form.onSubmit((values) => give.mutate(toCompensation(values)))}
    >
      <p>{t('outage.compensate_text')}</p>
      <SegmentedControl
        aria-label={t('outage.kind')}
        data={[
          { value: 'days', label: t('outage.kind_days') },
          { value: 'traffic', label: t('outage.kind_traffic') },
        ]}
        {...form.getInputProps('kind')}
      />
      {kind === 'days' ? (
        <NumberInput min={1} max={90} allowDecimal={false} {...fieldOf(form, 'days', t('outage.kind_days'), t('outage.days_text'))} />
      ) : (
        <NumberInput suffix=" GB" min={0} decimalScale={3} {...fieldOf(form, 'bytes', t('outage.kind_traffic'))} />
      )}
    </FormDrawer>
  )
}

function toCompensation({ kind, days, bytes }: GiftForm): Compensation {
  return kind === 'days' ? { kind, days: days === '' ? Number.NaN : Number(days) } : { kind, bytes: toBytes(bytes) }
}
