import { Select, type SelectProps } from '@mantine/core'
import { useMemo } from 'react'
import { language, useT } from '../../i18n.ts'
import { useStore } from '../../store.ts'
import { currencyName } from '../format/format-money.ts'

/** Offered first; typing finds the others. */
const COMMON = ['CNY', 'USD', 'EUR', 'HKD', 'TWD', 'JPY', 'SGD', 'GBP']

/** A currency, by its code and its name. */
export function CurrencySelect({ value, ...rest }: Omit<SelectProps, 'data'> & { value?: string }) {
  const t = useT()
  const lang = useStore(language)
  const data = useMemo(() => {
    const codes = [...new Set([...COMMON, value ?? '', ...Intl.supportedValuesOf('currency')])]
    return codes.filter((code) => /^[A-Z]{3}$/.test(code)).map((code) => ({ value: code, label: `${code} – ${currencyName(code, lang)}` }))
  }, [lang, value])
  return (
    <Select
      searchable
      allowDeselect={false}
      limit={COMMON.length}
      nothingFoundMessage={t('menu.search_empty')}
      data={data}
      value={value ?? null}
      {...rest}
    />
  )
}
