import { Textarea, TextInput } from '@mantine/core'
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
import styles from '../messages/messages.module.css'
import { FormDrawer } from '../ui/form/form-drawer.tsx'
import { toTranslationsForm, useInLanguages } from '../ui/form/in-languages.tsx'
import { useSavedForm } from '../ui/form/use-saved-form.ts'
import type { EditedRow } from '../ui/list/use-editing.tsx'

interface CannedForm extends Record<string, unknown> {
  title: string
  text: string
  translations: ReturnType<typeof toTexts>
}

/** Writes a canned reply or changes one. */
export function CannedDrawer({ row: reply, steps, onClose }: EditedRow<CannedReply>) {
  const t = useT()
  const values: CannedForm = { title: reply?.title ?? '', text: reply?.text ?? '', translations: toTexts(reply) }
  const { form, bound } = useSavedForm({
    values,
    check: CannedReplyInput,
    send: (body: CannedReplyInput) =>
      reply ? call(adminUpdateCannedReply, { params: { id: reply.id }, body }) : call(adminCreateCannedReply, { body }),
    done: t('state.saved'),
    changes: [adminListCannedReplies],
    after: onClose,
  })
  const title = useInLanguages(form, 'title', t('canned.title'))
  const text = useInLanguages(form, 'text', t('canned.text'))
  return (
    <FormDrawer
      title={reply ? t('canned.edit', { name: reply.title }) : t('canned.create')}
      {...bound}
      steps={steps}
      draft={`canned reply ${reply?.id ?? 'new'}`}
      onClose={onClose}
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
