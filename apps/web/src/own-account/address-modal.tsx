import { TextInput } from '@mantine/core'
import { Email } from '@portico/contract/accounts'
import { Code, Phone, sendEmailCode, sendPhoneCode } from '@portico/contract/codes'
import { changeAddress, listIdentities } from '@portico/contract/own-account'
import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import * as z from 'zod/mini'
import { call } from '../api/call.ts'
import { refreshWho } from '../api/who.ts'
import { PhoneField } from '../auth/address-field.tsx'
import { useT } from '../i18n.ts'
import { fieldOf } from '../ui/form/field-of.ts'
import { FormModal } from '../ui/form/form-modal.tsx'
import { schemaErrors } from '../ui/form/schema-errors.ts'
import { useMarkedForm } from '../ui/form/use-marked-form.ts'
import { useSave } from '../ui/use-save.ts'
import { CodeField, type SentCode } from './code-field.tsx'

interface Props {
  kind: 'email' | 'phone'
  /** Present address; null: none. */
  present: string | null
  onClose: () => void
}

const schemas = { email: z.object({ email: Email }), phone: z.object({ phone: Phone }) }

/** A new address or number: first where to, then the code that was sent there. */
export function AddressModal({ kind, present, onClose }: Props) {
  const t = useT()
  const [sent, setSent] = useState<SentCode | null>(null)
  const schema = schemas[kind]
  const form = useMarkedForm({
    initialValues: { email: '', phone: '', code: '' },
    validate: (values) => ({ ...schemaErrors(schema, values), ...(sent ? schemaErrors(z.object({ code: Code }), values) : {}) }),
  })
  const address = form.values[kind]
  const problem = form.errors['phone']
  const ask = useSave({
    form,
    send: () =>
      kind === 'email'
        ? call(sendEmailCode, { body: { email: address, purpose: 'bind' } })
        : call(sendPhoneCode, { body: { phone: address, purpose: 'bind' } }),
    after: (answer) => {
      setSent({ ...answer, at: Date.now() })
      form.setFieldValue('code', '')
    },
  })
  const change = useSave({
    form,
    send: (code: string) => call(changeAddress, { body: { [kind]: address, code_id: sent?.code_id ?? '', code } }),
    done: t(`ways.changed_${kind}`),
    changes: [listIdentities],
    after: async () => {
      await refreshWho()
      onClose()
    },
  })
  return (
    <FormModal
      title={t(`ways.${present === null ? 'add' : 'change'}_${kind}`)}
      text={present === null ? t('ways.add_text') : t('ways.change_text', { address: present })}
      submit={t(sent ? 'ways.save' : 'ways.send_code')}
      saving={ask.isPending || change.isPending}
      onClose={onClose}
      onSubmit={form.onSubmit(({ code }) => (sent ? change.mutate(code) : ask.mutate()))}
    >
      {kind === 'email' ? (
        <TextInput
          type="email"
          autoComplete="email"
          disabled={sent !== null}
          data-autofocus
          {...fieldOf(form, 'email', t('ways.new_email'))}
        />
      ) : (
        <Suspense>
          <FocusedOnceLoaded>
            <PhoneField
              error={typeof problem === 'string' ? problem : undefined}
              disabled={sent !== null}
              onNumber={(number) => form.setFieldValue('phone', number)}
            />
          </FocusedOnceLoaded>
        </Suspense>
      )}
      {sent && (
        <CodeField
          sent={sent}
          address={address}
          onAgain={() => ask.mutate()}
          onOther={() => setSent(null)}
          input={form.getInputProps('code')}
        />
      )}
    </FormModal>
  )
}

/** Focuses the field once loaded: the dialog looks for its first field earlier. */
function FocusedOnceLoaded({ children }: { children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => place.current?.querySelector('input')?.focus(), [])
  return <div ref={place}>{children}</div>
}
