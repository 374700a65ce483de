import { expect, test } from 'vitest'
import { guessCountry } from './guess-country.ts'

test.each([
  ['Asia/Shanghai', 'en-US', 'CN'],
  ['Europe/London', 'zh-CN', 'GB'],
  ['UTC', 'zh-CN', 'CN'],
  ['UTC', 'zh-TW', 'TW'],
  ['UTC', 'en-GB', 'GB'],
  ['Africa/Lagos', 'en', 'US'],
])('in %s with the language %s, the country is %s', (zone, language, country) => expect(guessCountry(zone, language)).toBe(country))
