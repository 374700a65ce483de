import { Input, SegmentedControl, Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { MAX_BAR_TITLE, MAX_NOTICE_TITLE } from '@portico/contract/notices-admin'
import { LANGUAGES } from '@portico/contract/translations'
import { Suspense } from 'react'
import { useT } from '../i18n.ts'
import { FormSection } from '../ui/form/form-section.tsx'
import { LanguageName, OwnTexts } from '../ui/form/in-languages.tsx'
import { PageLoading } from '../ui/page-loading.tsx'
import { hasText, type NoticeForm, type TextOf } from './notice-form.ts'
import { lazyPart } from '../ui/lazy/lazy-part.tsx'

const BodyField = lazyPart(async () => (await import('./body-field.tsx')).BodyField)

interface TextFieldsProps {
  form: UseFormReturnType<NoticeForm>
  chosen: TextOf
  onChoose: (next: TextOf) => void
}

/** Title and body, for all languages or for one of them. */
export function TextFields({ form, chosen, onChoose }: TextFieldsProps) {
  const t = useT()
  const isBar = form.values.placement === 'bar'
  const path = (field: 'title' | 'body'): string => (chosen === 'default' ? field : `translations.${chosen}.${field}`)
  const title = {
    label: t(isBar ? 'notice_manage.body' : 'notice_manage.title'),
    ...(chosen === 'default' ? {} : { lang: chosen, placeholder: form.values.title }),
    ...form.getInputProps(path('title')),
    // A title that is too long anywhere is an error of the notice.
    error: form.errors[path('title')] ?? (chosen === 'default' ? undefined : form.errors['title']),
  }
  const own = chosen === 'default' && <OwnTexts texts={LANGUAGES.map((one) => [one, form.values.translations[one].title])} />
  const body = chosen === 'default' ? form.values.body : form.values.translations[chosen].body
  return (
    <FormSection title={t('notice_manage.texts')} text={t('notice_manage.texts_text')}>
      <SegmentedControl
        aria-label={t('notice_manage.texts')}
        value={chosen}
        onChange={onChoose}
        data={[
          { value: 'default' as const, label: t('in_languages.default') },
          ...LANGUAGES.map((value) => ({ value, label: <LanguageName of={value} hasText={hasText(form.values, value)} /> })),
        ]}
      />
      {isBar ? (
        <div>
          <Textarea description={t('notice_manage.bar_text')} autosize minRows={2} maxRows={6} maxLength={MAX_BAR_TITLE} {...title} />
          {own}
        </div>
      ) : (
        <>
          <div>
            <TextInput required description={t('notice_manage.title_text')} maxLength={MAX_NOTICE_TITLE} {...title} />
            {own}
          </div>
          <Input.Wrapper label={t('notice_manage.body')} labelElement="div" error={form.errors[path('body')]}>
            <Suspense fallback={<PageLoading />}>
              <BodyField
                key={chosen}
                label={t('notice_manage.body')}
                lang={chosen === 'default' ? '' : chosen}
                value={body}
                onChange={(html) => form.setFieldValue(path('body'), html)}
              />
            </Suspense>
          </Input.Wrapper>
        </>
      )}
    </FormSection>
  )
}
