import { Button, Select, TextInput } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { listCountries } from '@portico/contract/codes'
import { MemberName, updateMember } from '@portico/contract/subscriptions'
import type { Language } from '@portico/contract/translations'
import { useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { call } from '../api/call.ts'
import { get } from '../api/query.ts'
import { refreshWho, useWho } from '../api/who.ts'
import { language, useT } from '../i18n.ts'
import { useStore } from '../store.ts'
import { fieldOf } from '../ui/form/field-of.ts'
import { countryName } from '../ui/format/country-name.ts'
import { useSave } from '../ui/use-save.ts'
import styles from './own-account.module.css'

const Form = z.object({ name: z.union([z.literal(''), MemberName]), language: z.enum(['en', 'zh-CN']), country: z.nullable(z.string()) })
type Values = z.infer<typeof Form>

/** What a member says about themselves: name, the language of mails, country. */
export function ProfileForm() {
  const t = useT()
  const shown = useStore(language)
  const { own_name: name, language: mails, country } = useWho()
  const initialValues: Values = { name: name ?? '', language: mails ?? shown, country }
  const form = useForm({ initialValues, validate: schemaResolver(Form) })
  const save = useSave({
    form,
    send: (values: Values) => call(updateMember, { body: { ...values, name: values.name.trim() === '' ? null : values.name } }),
    done: t('state.saved'),
    after: async (_, values) => {
      await refreshWho()
      form.resetDirty(values)
    },
  })
  return (
    <form noValidate className={styles['form']} onSubmit={form.onSubmit((values) => save.mutate(values))}>
      <TextInput autoComplete="nickname" maxLength={40} {...fieldOf(form, 'name', t('profile.name'), t('profile.name_text'))} />
      <Select allowDeselect={false} data={LANGUAGES} {...fieldOf(form, 'language', t('profile.language'), t('profile.language_text'))} />
      <CountryField input={form.getInputProps('country')} value={form.values.country} />
      <Button type="submit" loading={save.isPending} disabled={!form.isDirty()}>
        {t('action.save')}
      </Button>
    </form>
  )
}

const LANGUAGES: { value: Language; label: string }[] = [
  { value: 'en', label: 'English' },
  { value: 'zh-CN', label: '简体中文' },
]

function CountryField({ input, value }: { input: object; value: string | null }) {
  const t = useT()
  const locale = useStore(language)
  const { data } = useQuery({ ...get(listCountries, {}, { background: true }), staleTime: Infinity })
  const codes = [...new Set([...(data?.items ?? []).map(({ code }) => code), ...(value ? [value] : [])])]
  const choices = codes.map((code) => ({ value: code, label: countryName(code, locale) }))
  return (
    <Select
      label={t('profile.country')}
      placeholder={t('profile.no_country')}
      searchable
      clearable
      nothingFoundMessage={t('menu.search_empty')}
      data={choices.toSorted((a, b) => a.label.localeCompare(b.label, locale))}
      {...input}
    />
  )
}
