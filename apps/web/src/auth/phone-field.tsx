import { type Country, listCountries } from '@portico/contract/codes'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { get, queryClient } from '../api/query.ts'
import { language, useT } from '../i18n.ts'
import { useStore } from '../store.ts'
import { deviceZone } from '../ui/format/zoned-time.ts'
import { Field } from '../ui/plain/field.tsx'
import styles from './auth.module.css'
import { guessCountry } from './guess-country.ts'

const KEPT = 'portico.country'

interface PhoneFieldProps {
  error?: string | undefined
  disabled?: boolean
  /** Receives the whole number, such as +8613812345678. */
  onNumber: (phone: string) => void
}

/** A phone number with its country, which is guessed first and then remembered. Someone who types + chooses the country with it. */
export function PhoneField({ error, disabled, onNumber }: PhoneFieldProps) {
  const t = useT()
  const lang = useStore(language)
  const { data } = useQuery(get(listCountries, {}, { background: true }), queryClient)
  const [country, setCountry] = useState(firstCountry)
  const [typed, setTyped] = useState('')
  const prefix = data?.items.find(({ code }) => code === country)?.prefix ?? ''
  const change = (next: { country?: string; typed?: string }): void => {
    const code = next.country ?? country
    const text = next.typed ?? typed
    const calling = data?.items.find((one) => one.code === code)?.prefix ?? ''
    onNumber(text.trim().startsWith('+') || text.trim() === '' ? text.trim() : calling + text.trim())
  }
  return (
    <Field
      label={t('entry.phone')}
      name="phone"
      type="tel"
      inputMode="tel"
      autoComplete="tel-national"
      maxLength={30}
      value={typed}
      error={error}
      disabled={disabled}
      // Mantine's dialogs begin here.
      data-autofocus
      onChange={({ target }) => {
        setTyped(target.value)
        change({ typed: target.value })
      }}
      before={
        <div className={styles['prefix']}>
          <span aria-hidden="true">{prefix || '+'}</span>
          <select
            aria-label={t('entry.country')}
            value={prefix ? country : ''}
            disabled={disabled || !data}
            onChange={({ target }) => {
              localStorage.setItem(KEPT, target.value)
              setCountry(target.value)
              change({ country: target.value })
            }}
          >
            {!prefix && <option value="">{t('entry.country')}</option>}
            {byName(data?.items ?? [], lang).map(({ code, prefix: calling, names }) => (
              <option key={code} value={code}>
                {names[lang]} {calling}
              </option>
            ))}
          </select>
        </div>
      }
    />
  )
}

function byName(countries: Country[], lang: 'en' | 'zh-CN'): Country[] {
  const { compare } = new Intl.Collator(lang)
  return countries.toSorted((a, b) => compare(a.names[lang], b.names[lang]))
}

function firstCountry(): string {
  return localStorage.getItem(KEPT) ?? guessCountry(deviceZone(), navigator.language)
}
