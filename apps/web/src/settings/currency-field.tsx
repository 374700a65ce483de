import { Select } from '@mantine/core'
import { useMemo } from 'react'
import { language, useT } from '../i18n.ts'
import { useStore } from '../store.ts'
import { currencyName } from '../ui/format/format-money.ts'
import type { OwnFieldProps } from './own-field.ts'
import { formValue } from './settings-form.ts'

/** Offered first; typing finds the others. */
const COMMON = ['CNY', 'USD', 'EUR', 'HKD', 'TWD', 'JPY', 'SGD', 'GBP']

/** The site's currency, by its code and its name. */
export function CurrencyField({ form, settingKey, ...shared }: OwnFieldProps) {
  const t = useT()
  const lang = useStore(language)
  const current = String(formValue(form.values, settingKey))
  const data = useMemo(() => {
    const codes = [...new Set([...COMMON, current, ...Intl.supportedValuesOf('currency')])]
    return codes.filter((code) => /^[A-Z]{3}$/.test(code)).map((code) => ({ value: code, label: `${code} – ${currencyName(code, lang)}` }))
  }, [lang, current])
  return (
    <Select
      searchable
      allowDeselect={false}
      limit={COMMON.length}
      nothingFoundMessage={t('menu.search_empty')}
      data={data}
      {...shared}
      {...form.getInputProps(settingKey)}
    />
  )
}
