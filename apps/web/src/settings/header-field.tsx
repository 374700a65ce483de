import { Button, Input, NativeSelect, TextInput } from '@mantine/core'
import { HEADER_PAGES, type HeaderInput, headerLabel, headerPages, isHeaderPage, MAX_HEADER_ITEMS } from '@portico/contract/header'
import { IconPlus } from '@tabler/icons-react'
import { language, useT } from '../i18n.ts'
import { useStore } from '../store.ts'
import { fieldOf } from '../ui/form/field-of.ts'
import { useInLanguages } from '../ui/form/in-languages.tsx'
import { ItemTools } from './item-tools.tsx'
import styles from './items-field.module.css'
import type { OwnFieldProps } from './own-field.ts'
import { formValue, type SettingsFormApi } from './settings-form.ts'

const untranslated = { en: { label: '' }, 'zh-CN': { label: '' } }

/** The items of the public header in their order. */
export function HeaderField({ form, settingKey, label, description, disabled }: OwnFieldProps) {
  const t = useT()
  const items = formValue(form.values, settingKey) as HeaderInput[]
  const unused = HEADER_PAGES.find((page) => items.every(({ to }) => to !== page))
  return (
    <Input.Wrapper
      label={label}
      description={description}
      error={form.errors[settingKey]}
      labelElement="div"
      role="group"
      aria-label={label}
    >
      <ol className={styles['items']}>
        {items.map((_, at) => (
          // An item has no identity but its position: its values come from the form.
          // oxlint-disable-next-line react/no-array-index-key
          <Item key={at} form={form} path={settingKey} at={at} items={items} disabled={disabled} />
        ))}
      </ol>
      {items.length < MAX_HEADER_ITEMS && (
        <Button
          variant="default"
          disabled={disabled}
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={() => form.insertListItem(settingKey, { to: unused ?? '', label: '', translations: untranslated })}
        >
          {t('setting.header_add')}
        </Button>
      )}
    </Input.Wrapper>
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
