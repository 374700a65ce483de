import { FileInput, Select, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { adminListPaymentMethods } from '@portico/contract/payments-admin'
import { adminImportStatement, adminListStatementLines } from '@portico/contract/statements-admin'
import { useQuery } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { get } from '../api/query.ts'
import { t as translate, useT } from '../i18n.ts'
import { FormDrawer } from '../ui/form/form-drawer.tsx'
import { showToast } from '../toast.ts'
import { useSave } from '../ui/use-save.ts'

const COLUMNS = ['date', 'amount', 'reference', 'currency', 'number', 'direction'] as const
const MAX_BYTES = 1_000_000
type Column = (typeof COLUMNS)[number]
interface ImportForm extends Record<string, unknown> {
  method_id: string | null
  csv: File | null
  date: string
  amount: string
  reference: string
  currency: string
  number: string
  direction: string
}

/** Compares a statement from a gateway or bank with the books. */
export function ImportDrawer({ onClose }: { onClose: () => void }) {
  const t = useT()
  const methods = useQuery(get(adminListPaymentMethods, {}))
  const form = useForm<ImportForm>({
    initialValues: {
      method_id: null,
      csv: null,
      date: 'date',
      amount: 'amount',
      reference: 'reference',
      currency: 'currency',
      number: 'number',
      direction: 'direction',
    },
    validate: {
      method_id: (value) => (value === null ? translate('statements.need_method') : null),
      csv: (file) => (!file ? translate('statements.need_file') : file.size > MAX_BYTES ? translate('statements.too_large') : null),
    },
  })
  const save = useSave({
    form,
    send: async ({ method_id, csv, ...columns }: ImportForm) => {
      const text = (await csv?.text()) ?? ''
      const { date, amount, reference, currency, number, direction } = columns
      const optional = { ...(currency && { currency }), ...(number && { number }), ...(direction && { direction }) }
      const mapping = { date, amount, reference, ...optional }
      return call(adminImportStatement, { body: { method_id: Number(method_id), csv: text, mapping } })
    },
    changes: [adminListStatementLines],
    after: (counts) => {
      const { lines, skipped, repeated, matched, booked, unmatched } = counts
      showToast({
        kind: unmatched > 0 ? 'info' : 'success',
        message: t('statements.imported', { lines, skipped, repeated, matched, booked, unmatched }),
      })
      onClose()
    },
  })
  const column = (name: Column) => (
    <TextInput key={name} label={t(`statements.column_${name}`)} maxLength={60} {...form.getInputProps(name)} />
  )
  return (
    <FormDrawer
      title={t('statements.import')}
      saving={save.isPending}
      form={form}
      draft="statement"
      saveLabel={t('statements.import_submit')}
      onClose={onClose}
      onSubmit={form.onSubmit((values) => save.mutate(values))}
    >
      <p>{t('statements.import_text')}</p>
      <Select
        label={t('statements.method')}
        data={(methods.data?.items ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
        {...form.getInputProps('method_id')}
      />
      <FileInput
        label={t('statements.file')}
        accept=".csv,text/csv,text/plain"
        clearable
        clearButtonProps={{ 'aria-label': t('statements.file_clear') }}
        {...form.getInputProps('csv')}
      />
      <p>{t('statements.columns')}</p>
      {COLUMNS.map(column)}
    </FormDrawer>
  )
}
