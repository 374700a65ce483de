import type { Country } from '@portico/contract/codes'
import { getCountries, getCountryCallingCode, parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { AppError } from '../errors.ts'

/** A phone number in E.164; drops a zero dialled only at home. Throws `account.phone_invalid`. */
export function toE164(phone: string): string {
  const parsed = parsePhoneNumberFromString(phone)
  if (!parsed?.isValid()) throw new AppError('account.phone_invalid', { fields: { phone: 'account.phone_invalid' } })
  return parsed.number
}

let countries: Country[] | undefined

/** Countries and territories with a calling code. */
export function listCountries(): Country[] {
  countries ??= makeCountries()
  return countries
}

function makeCountries(): Country[] {
  const nameIn = (language: string) => new Intl.DisplayNames(language, { type: 'region' })
  const [en, zh] = [nameIn('en'), nameIn('zh-CN')]
  return getCountries().map((code) => ({
    code,
    prefix: `+${getCountryCallingCode(code)}`,
    names: { en: en.of(code) ?? code, 'zh-CN': zh.of(code) ?? code },
  }))
}
