import { expect, test } from 'vitest'
import { placeName } from './country-name.ts'

test('a country code is shown as the country in the reader’s language, any other place as it is', () => {
  const names = (locale: string): string[] => ['HK', 'GB', 'Osaka', 'hk', '东京', 'XX'].map((place) => placeName(place, locale))
  expect(names('en')).toEqual(['Hong Kong', 'UK', 'Osaka', 'hk', '东京', 'XX'])
  expect(names('zh-CN')).toEqual(['香港', '英国', 'Osaka', 'hk', '东京', 'XX'])
})
