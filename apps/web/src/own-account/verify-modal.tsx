import { useForm } from '@mantine/form'
import { Code, sendEmailCode, sendPhoneCode } from '@portico/contract/codes'
import { listIdentities, verifyAddress } from '@portico/contract/own-account'
import { useState } from 'react'
import * as z from 'zod/mini'
import { call } from '../api/call.ts'
import { useT } from '../i18n.ts'
import { FormModal } from '../ui/form/form-modal.tsx'
import { schemaErrors } from '../ui/form/schema-errors.ts'
import { useSave } from '../ui/use-save.ts'
import { CodeField, type SentCode } from './code-field.tsx'

const Entered = z.object({ code: Code })

/** Proves by a code that the present address or number is the member's. */
export function VerifyModal({ kind, label, onClose }: { kind: 'email' | 'phone'; label: string; onClose: () => void }) {
  const t = useT()
  const [sent, setSent] = useState<SentCode | null>(null)
  const form = useForm({ initialValues: { code: '' }, validate: (values) => (sent ? schemaErrors(Entered, values) : {}) })
  const ask = useSave({
    send: () =>
      kind === 'email'
        ? call(sendEmailCode, { body: { email: label, purpose: 'confirm' } })
        : call(sendPhoneCode, { body: { phone: label, purpose: 'confirm' } }),
    after: (answer) => setSent({ ...answer, at: Date.now() }),
  })
  const verify = useSave({
    form,
    send: ({ code }: { code: string }) => call(verifyAddress, { body: { code_id: sent?.code_id ?? '', code } }),
    done: t('ways.is_verified'),
    changes: [listIdentities],
    after: onClose,
  })
  return (
    <FormModal
      title={t(`ways.verify_${kind}`)}
      text={t('ways.verify_text', { address: label })}
      submit={t(sent ? 'ways.verify' : 'ways.send_code')}
      saving={ask.isPending || verify.isPending}
      onClose={onClose}
      onSubmit={form.onSubmit((values) => (sent ? verify.mutate(values) : ask.mutate()))}
    >
      {sent && <CodeField sent={sent} address={label} onAgain={() => ask.mutate()} input={form.getInputProps('code')} />}
    </FormModal>
  )
}
