import * as z from 'zod/mini'

/** Languages of the site. */
export const LANGUAGES = ['en', 'zh-CN'] as const
export const Language = z.enum(LANGUAGES)
export type Language = z.infer<typeof Language>

/** A noun's texts by language. The noun's own field is used where a text is absent or empty, so the schemas of `fields` must accept ''. */
export function translationsOf<Fields extends Record<string, z.ZodMiniType>>(fields: Fields) {
  const texts = z.partial(z.object(fields))
  return z.object({ en: z.optional(texts), 'zh-CN': z.optional(texts) })
}

/** Like `translationsOf`, but every language is present; '' where the noun's own field is used. */
export function InEachLanguage<Fields extends Record<string, z.ZodMiniType>>(fields: Fields) {
  const texts = z.object(fields)
  return z.object({ en: texts, 'zh-CN': texts })
}
