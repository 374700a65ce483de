import { Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import {
  adminCreateCannedReply,
  adminListCannedReplies,
  adminUpdateCannedReply,
  cannedPlaceholders,
  type CannedReply,
  CannedReplyInput,
  MAX_CANNED_TEXT,
} from '@portico/contract/canned-replies-admin'
import { call } from '../api/call.ts'
import { useT } from '../i18n.ts'
import type { Steps } from '../ui/drawer/row-steps.ts'
import { FormDrawer } from '../ui/form/form-drawer.tsx'
import { toTranslationsForm, useInLanguages } from '../ui/form/in-languages.tsx'
import { schemaErrors } from '../ui/form/schema-errors.ts'
import { useSave } from '../ui/use-save.ts'
import styles from '../messages/messages.module.css'

interface CannedForm extends Record<string, unknown> {
  title: string
  text: string
  translations: ReturnType<typeof toTexts>
}

/** Writes a canned reply or changes one. */
export function CannedDrawer({ reply, steps, onClose }: { reply: CannedReply | null; steps?: Steps | undefined; onClose: () => void }) {
  const t = useT()
  const form = useForm<CannedForm>({
    initialValues: { title: reply?.title ?? '', text: reply?.text ?? '', translations: toTexts(reply) },
    validate: (values) => schemaErrors(CannedReplyInput, values),
  })
  const title = useInLanguages(form, 'title', t('canned.title'))
  const text = useInLanguages(form, 'text', t('canned.text'))
  const save = useSave({
    form,
    send: (body: CannedReplyInput) =>
      reply ? call(adminUpdateCannedReply, { params: { id: reply.id }, body }) : call(adminCreateCannedReply, { body }),
    done: t('state.saved'),
    changes: [adminListCannedReplies],
    after: onClose,
  })
  return (
    <FormDrawer
      title={reply ? t('canned.edit', { name: reply.title }) : t('canned.create')}
      saving={save.isPending}
      steps={steps}
      form={form}
      draft={`canned reply ${reply?.id ?? 'new'}`}
      onClose={onClose}
      onSubmit={form.onSubmit((values) => save.mutate(values))}
    >
      <TextInput required description={t('canned.title_text')} data-autofocus maxLength={80} {...title} />
      <Textarea required description={t('canned.text_text')} autosize minRows={8} maxRows={20} maxLength={MAX_CANNED_TEXT} {...text} />
      <dl className={styles['placeholders']}>
        {cannedPlaceholders.map((name) => (
          <div key={name}>
            <dt>
              <code>{`{{${name}}}`}</code>
            </dt>
            <dd>{t(`canned.placeholder_${name}`)}</dd>
          </div>
        ))}
      </dl>
    </FormDrawer>
  )
}

function toTexts(reply: CannedReply | null) {
  return toTranslationsForm(reply?.translations, { title: '', text: '' })
}
