import { TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useT } from '../i18n.ts'
import { fieldOf } from '../ui/form/field-of.ts'
import type { Named } from './names.ts'

/** The name in both languages; one of them is enough. */
export function NameFields<V extends Named>({ form }: { form: UseFormReturnType<V> }) {
  const t = useT()
  return (
    <>
      <TextInput data-autofocus maxLength={60} {...fieldOf(form, 'name_en', t('article_manage.name_en'), t('article_manage.name_text'))} />
      <TextInput maxLength={60} {...fieldOf(form, 'name_zh', t('article_manage.name_zh'))} />
    </>
  )
}
