import { Button, SegmentedControl, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { isReminder, messagePlaceholders, permissionToEdit } from '@portico/contract/message-placeholders'
import {
  adminListMessageTexts,
  adminResetMessageText,
  adminSaveMessageText,
  type MessageText,
  MessageTextInput,
  type StoredMessageText,
} from '@portico/contract/messages-admin'
import { LANGUAGES } from '@portico/contract/translations'
import { call } from '../api/call.ts'
import { useMay } from '../api/may.ts'
import { useT } from '../i18n.ts'
import { Banner } from '../ui/banner.tsx'
import { confirm } from '../ui/confirm.tsx'
import type { Steps } from '../ui/drawer/row-steps.ts'
import { fieldOf } from '../ui/form/field-of.ts'
import { FormDrawer } from '../ui/form/form-drawer.tsx'
import { FormSection } from '../ui/form/form-section.tsx'
import { schemaErrors } from '../ui/form/schema-errors.ts'
import { useSave } from '../ui/use-save.ts'
import { MessageTest } from './message-test.tsx'
import styles from './messages.module.css'
import { TextPreview } from './text-preview.tsx'

interface DrawerProps {
  stored: StoredMessageText
  steps: Steps | undefined
  onLanguage: (language: StoredMessageText['language']) => void
  onClose: () => void
}

/** Edits one text, with its preview as mail and SMS beside the fields. */
export function TextDrawer({ stored, steps, onLanguage, onClose }: DrawerProps) {
  const t = useT()
  const { template, language, subject, text, sms } = stored
  const permission = permissionToEdit(template)
  const mayEdit = useMay()(permission)
  const name = `${t(`messages.template_${template}`)} · ${t(`messages.language_${language}`)}`
  const form = useForm<MessageText & Record<string, string>>({
    initialValues: { subject, text, sms },
    initialErrors: mayEdit ? schemaErrors(MessageTextInput, { template, language, subject, text, sms }) : {},
    validate: (values) => schemaErrors(MessageTextInput, { template, language, ...values }),
    validateInputOnChange: true,
  })
  const save = useSave({
    form,
    send: (values: MessageText) => call(adminSaveMessageText, { body: { ...values, template, language } }),
    done: t('state.saved'),
    changes: [adminListMessageTexts],
    after: onClose,
  })
  const reset = useSave({
    ask: { title: t('messages.reset_title', { name }), text: t('messages.reset_text'), confirm: t('messages.reset'), danger: true },
    send: () => call(adminResetMessageText, { body: { template, language } }),
    done: t('messages.reset_done'),
    changes: [adminListMessageTexts],
    after: onClose,
  })
  // The words of these mails decide what becomes of an account, so they are looked at twice.
  const lookAgain = async (values: MessageText): Promise<void> => {
    const body = <TextPreview input={{ template, language, ...values }} />
    const question = { title: t('messages.look_again', { name }), text: t('messages.look_again_text'), body, confirm: t('action.save') }
    if (permission === 'content.write' || (await confirm(question))) save.mutate(values)
  }
  return (
    <FormDrawer
      title={name}
      form={form}
      draft={`message text ${template} ${language}`}
      saving={save.isPending}
      readOnly={!mayEdit}
      steps={steps}
      onClose={onClose}
      onSubmit={form.onSubmit((values) => void lookAgain(values))}
    >
      <SegmentedControl
        aria-label={t('messages.language')}
        value={language}
        data={LANGUAGES.map((value) => ({ value, label: t(`messages.language_${value}`) }))}
        onChange={onLanguage}
      />
      {!mayEdit && permission === 'settings.security' && (
        <Banner tone="info" title={t('messages.locked')}>
          {t('messages.locked_text')}
        </Banner>
      )}
      {stored.is_unsafe && (
        <Banner tone="bad" title={t('messages.unsafe')}>
          {t('messages.unsafe_text')} {mayEdit && t('messages.unsafe_mend')}
        </Banner>
      )}
      <Placeholders template={template} />
      <TextInput maxLength={150} readOnly={!mayEdit} {...fieldOf(form, 'subject', t('messages.subject'))} />
      <Textarea
        autosize
        minRows={8}
        maxRows={20}
        maxLength={4000}
        readOnly={!mayEdit}
        {...fieldOf(form, 'text', t('messages.mail_text'), t('messages.mail_text_help', { code: '{{code}}', link: '{{link}}' }))}
      />
      <Textarea
        autosize
        minRows={2}
        maxLength={300}
        readOnly={!mayEdit}
        {...fieldOf(
          form,
          'sms',
          t(isReminder(template) ? 'messages.push_text' : 'messages.sms_text'),
          t(isReminder(template) ? 'messages.push_text_help' : 'messages.sms_text_help'),
        )}
      />
      <TextPreview input={{ template, language, ...form.values }} />
      {mayEdit && (
        <FormSection title={t('messages.test')} text={t(form.isDirty() ? 'messages.test_saved_first' : 'messages.test_sample')}>
          <MessageTest channels={['email', 'sms']} template={template} language={language} disabled={form.isDirty()} />
        </FormSection>
      )}
      {mayEdit && stored.is_custom && (
        <div>
          <Button variant="default" loading={reset.isPending} onClick={() => reset.mutate()}>
            {t('messages.reset')}
          </Button>
        </div>
      )}
    </FormDrawer>
  )
}

function Placeholders({ template }: Pick<StoredMessageText, 'template'>) {
  const t = useT()
  const { required, optional } = messagePlaceholders[template]
  return (
    <dl className={styles['placeholders']}>
      {[...required, ...optional].map((name) => (
        <div key={name}>
          <dt>
            <code>{`{{${name}}}`}</code>
          </dt>
          <dd>
            {t(`messages.placeholder_${name}`)}
            {required.includes(name) && ` ${t('messages.required')}`}
          </dd>
        </div>
      ))}
    </dl>
  )
}
