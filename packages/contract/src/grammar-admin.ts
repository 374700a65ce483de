import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

/**
 * Result of testing a LanguageTool server. `refused`: wrong user or key. `unusable`: the answer is not LanguageTool's. `not_set`: the
 * built-in checker is used. `off`: there is none, as the server has too little memory.
 */
export const GrammarTest = z.enum(['works', 'refused', 'unusable', 'unreachable', 'not_set', 'off'])
export type GrammarTest = z.infer<typeof GrammarTest>

export const adminTestGrammar = endpoint({
  method: 'POST',
  path: '/admin/grammar/test',
  access: ['settings.security'],
  summary: 'Have the LanguageTool server that is set check a sentence with a known mistake',
  response: z.object({ result: GrammarTest }),
})
