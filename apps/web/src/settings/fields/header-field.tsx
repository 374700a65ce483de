import { NativeSelect, TextInput } from '@mantine/core'
import { HEADER_PAGES, type HeaderInput, headerLabel, headerPages, isHeaderPage, MAX_HEADER_ITEMS } from '@portico/contract/header'
import { language, useT } from '../../i18n.ts'
import { useStore } from '../../store.ts'
import { fieldOf } from '../../ui/form/field-of.ts'
import { useInLanguages } from '../../ui/form/in-languages.tsx'
import { ItemTools } from './item-tools.tsx'
import styles from './items-field.module.css'
import { ListField } from './list-field.tsx'
import type { OwnFieldProps } from './own-field.ts'
import { formValue, type SettingsFormApi } from '../settings-form.ts'

const untranslated = { en: { label: '' }, 'zh-CN': { label: '' } }

/** The items of the public header in their order. */
export function HeaderField(props: OwnFieldProps) {
  const t = useT()
  const { form, settingKey, disabled } = props
  const items = formValue(form.values, settingKey) as HeaderInput[]
  const unused = HEADER_PAGES.find((page) => items.every(({ to }) => to !== page))
  const empty = { to: unused ?? '', label: '', translations: untranslated }
  return (
    <ListField {...props} count={items.length} most={MAX_HEADER_ITEMS} empty={empty} add={t('setting.header_add')}>
      <ol className={styles['items']}>
        {items.map((_, at) => (
          // An item has no identity but its position: its values come from the form.
          // oxlint-disable-next-line react/no-array-index-key
          <Item key={at} form={form} path={settingKey} at={at} items={items} disabled={disabled} />
        ))}
      </ol>
    </ListField>
  )
}

interface ItemProps {
  form: SettingsFormApi
  path: string
  at: number
  items: HeaderInput[]
  disabled: boolean
}

function Item({ form, path, at, items, disabled }: ItemProps) {
  const t = useT()
  const lang = useStore(language)
  const own = `${path}.${at}`
  const item = items[at]
  const label = useInLanguages(form, `${own}.label`, t('setting.header_label'), (_, one) => `${own}.translations.${one}.label`)
  if (!item) return null
  const isPage = isHeaderPage(item.to)
  const targets = [
    ...HEADER_PAGES.map((page) => ({ value: page as string, label: `${headerPages[page][lang]} (${page})` })),
    { value: '', label: t('setting.header_link') },
  ]
  return (
    <li>
      <NativeSelect
        label={t('setting.header_to')}
        data={targets}
        disabled={disabled}
        error={isPage ? form.errors[`${own}.to`] : undefined}
        value={isPage ? item.to : ''}
        onChange={(event) => form.setFieldValue(`${own}.to`, event.currentTarget.value)}
      />
      <TextInput
        maxLength={24}
        disabled={disabled}
        {...label}
        placeholder={label.placeholder || headerLabel({ ...item, label: '' }, lang)}
      />
      {!isPage && (
        <div className={styles['wide']}>
          <TextInput
            type="url"
            placeholder="https://"
            maxLength={300}
            disabled={disabled}
            {...fieldOf(form, `${own}.to`, t('setting.header_address'))}
          />
        </div>
      )}
      <ItemTools form={form} path={path} at={at} count={items.length} name={headerLabel(item, lang)} disabled={disabled} />
    </li>
  )
}
