import * as z from 'zod/mini'

/** The languages that people read the site in. */
export const LANGUAGES = ['en', 'zh-CN'] as const
export const Language = z.enum(LANGUAGES)
export type Language = z.infer<typeof Language>

/**
 * A noun's texts for each language. Its own fields stand where a text is absent or empty, so the schemas of `fields` must accept empty
 * values.
 */
export function translationsOf<Fields extends Record<string, z.ZodMiniType>>(fields: Fields) {
  const texts = z.partial(z.object(fields))
  return z.object({ en: z.optional(texts), 'zh-CN': z.optional(texts) })
}

/** The same for texts that are always there in every language; '' where the text itself stands. */
export function InEachLanguage<Fields extends Record<string, z.ZodMiniType>>(fields: Fields) {
  const texts = z.object(fields)
  return z.object({ en: texts, 'zh-CN': texts })
}
