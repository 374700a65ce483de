import { FileInput, Select } from '@mantine/core'
import { useForm } from '@mantine/form'
import { adminListPaymentMethods } from '@portico/contract/payments-admin'
import { adminListStatementImports, adminUploadStatement, MAX_STATEMENT_BYTES } from '@portico/contract/statements-imports-admin'
import { useQuery } from '@tanstack/react-query'
import { get } from '../api/query.ts'
import { upload, whyNotSent } from '../api/upload.ts'
import { t as translate, useT } from '../i18n.ts'
import { fieldOf } from '../ui/form/field-of.ts'
import { FormDrawer } from '../ui/form/form-drawer.tsx'
import { useSave } from '../ui/use-save.ts'

interface UploadForm extends Record<string, unknown> {
  method_id: string | null
  file: File | null
}

/** Sends a statement to be read. Nothing is booked by this. */
export function UploadDrawer({ onRead, onClose }: { onRead: (id: number) => void; onClose: () => void }) {
  const t = useT()
  const methods = useQuery(get(adminListPaymentMethods, {}))
  const form = useForm<UploadForm>({
    initialValues: { method_id: null, file: null },
    validate: {
      method_id: (value) => (value === null ? translate('statements.need_method') : null),
      file: (file) =>
        !file ? translate('statements.need_file') : file.size > MAX_STATEMENT_BYTES ? translate('statements.too_large') : null,
    },
  })
  const save = useSave({
    send: async ({ method_id, file }: UploadForm) => {
      try {
        return await upload(adminUploadStatement, { query: { method_id: Number(method_id) } }, file ?? new File([], ''))
      } catch (error) {
        form.setFieldError('file', whyNotSent(error))
        throw error
      }
    },
    changes: [adminListStatementImports],
    after: ({ id }) => {
      form.reset()
      onRead(id)
    },
  })
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
        required
        placeholder={t('form.choose')}
        data={(methods.data?.items ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
        {...fieldOf(form, 'method_id', t('statements.method'))}
      />
      <FileInput
        required
        accept=".csv,.txt,.tsv,text/csv,text/plain"
        clearable
        clearButtonProps={{ 'aria-label': t('statements.file_clear') }}
        {...fieldOf(form, 'file', t('statements.file'))}
      />
    </FormDrawer>
  )
}
