import { ruleText } from '@portico/contract/rule-texts'
import type { ZodMiniType } from 'zod/mini'
import { language } from '../../i18n.ts'

/**
 * The errors of a schema by field, for forms that hold values other than those sent, such as decimals as text.
 * Takes the body of an endpoint as it is: without a schema there are no errors.
 */
export function schemaErrors(schema: ZodMiniType | undefined, value: unknown): Record<string, string> {
  const error = schema?.safeParse(value).error
  const pairs = (error?.issues ?? []).map(({ path, message }): [string, string] => [path.join('.'), ruleText(message, language.get())])
  return Object.fromEntries(pairs.toReversed())
}
