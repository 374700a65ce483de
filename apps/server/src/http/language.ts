import { type Language, LANGUAGES } from '@portico/contract/translations'

/** Cookie `language`, else Accept-Language, else English. Any Chinese gets `zh-CN`. */
export function languageOf(cookie: string | undefined, acceptLanguage: string | undefined): Language {
  const chosen = /(?:^|;\s*)language=([^;]*)/.exec(cookie ?? '')?.[1]
  const known = languageIn(chosen)
  if (known) return known
  for (const tag of byPreference(acceptLanguage ?? '')) {
    if (tag.startsWith('zh')) return 'zh-CN'
    if (tag.startsWith('en')) return 'en'
  }
  return 'en'
}

/** A language by its name; null for any other text. */
export function languageIn(text: string | undefined): Language | null {
  return LANGUAGES.find((language) => language === text) ?? null
}

function byPreference(header: string): string[] {
  return header
    .slice(0, 300)
    .split(',')
    .map((part) => {
      const [tag = '', quality = ''] = part.trim().toLowerCase().split(';q=')
      return { tag, weight: quality === '' ? 1 : Number(quality) || 0 }
    })
    .toSorted((a, b) => b.weight - a.weight)
    .map(({ tag }) => tag)
}
