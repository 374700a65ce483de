import { ruleText } from '@portico/contract/rule-texts'
import type { ZodMiniType } from 'zod/mini'
import { language } from '../../i18n.ts'

/**
 * What a schema finds wrong, by field. For forms that hold something else than what is sent, such as decimals as text.
 * The body of an endpoint may be handed in as it stands: where there is none, nothing is wrong.
 */
export function schemaErrors(schema: ZodMiniType | undefined, value: unknown): Record<string, string> {
  const error = schema?.safeParse(value).error
  const pairs = (error?.issues ?? []).map(({ path, message }): [string, string] => [path.join('.'), ruleText(message, language.get())])
  return Object.fromEntries(pairs.toReversed())
}
