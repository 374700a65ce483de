import * as z from 'zod/mini'

/** The languages that people read the site in. */
export const LANGUAGES = ['en', 'zh-CN'] as const
export type Language = (typeof LANGUAGES)[number]

/** What an operator wrote, for each language. The base fields stand where a field is absent or empty. */
export type Translations<Texts> = { [L in Language]?: Partial<Texts> | undefined }

/** Fields in which a noun's texts are given for one language. Their schemas must accept an empty value, which means none. */
export function translationsOf<Fields extends Record<string, z.ZodMiniType>>(fields: Fields) {
  const texts = z.partial(z.object(fields))
  return z.object({ en: z.optional(texts), 'zh-CN': z.optional(texts) })
}
