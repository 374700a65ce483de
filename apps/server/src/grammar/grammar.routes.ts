import { checkGrammar as checkGrammarCall, getGrammarChecker, type GrammarMatch } from '@portico/contract/grammar'
import { adminTestGrammar } from '@portico/contract/grammar-admin'
import type { App } from '../app.ts'
import { type Router, serve } from '../http/router.ts'
import { checkerOf, checkGrammar, testGrammarServer } from './check-grammar.ts'
import type { Mistake } from './found-mistake.ts'

export function grammarRoutes(router: Router, app: App): void {
  serve(router, app, getGrammarChecker, async () => checkerOf(app.settings()))
  serve(router, app, checkGrammarCall, async ({ caller, body: { text, language: asked = 'auto' } }) => {
    const { language, checkedTo, mistakes } = await checkGrammar(app, caller.accountId, text, asked)
    return { language, checked_to: checkedTo, matches: mistakes.map(toMatch) }
  })
  serve(router, app, adminTestGrammar, async () => ({ result: await testGrammarServer(app) }))
}

function toMatch({ offset, length, message, shortMessage, replacements, rule, category }: Mistake): GrammarMatch {
  return { offset, length, message, short_message: shortMessage, replacements, rule, category }
}
