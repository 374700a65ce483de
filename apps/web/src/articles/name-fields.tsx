import { TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useT } from '../i18n.ts'
import type { Named } from './names.ts'

/** The name in both languages; one of them is enough. */
export function NameFields<V extends Named>({ form }: { form: UseFormReturnType<V> }) {
  const t = useT()
  return (
    <>
      <TextInput
        label={t('article_manage.name_en')}
        description={t('article_manage.name_text')}
        data-autofocus
        maxLength={60}
        {...form.getInputProps('name_en')}
      />
      <TextInput label={t('article_manage.name_zh')} maxLength={60} {...form.getInputProps('name_zh')} />
    </>
  )
}
