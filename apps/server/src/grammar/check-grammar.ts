import { GRAMMAR_LANGUAGES, type GrammarChecker, type GrammarLanguage } from '@portico/contract/grammar'
import type { GrammarTest } from '@portico/contract/grammar-admin'
import type { Settings } from '@portico/contract/settings-admin'
import type { App } from '../app.ts'
import { AppError } from '../errors.ts'
import { sizes } from '../memory/sizes.ts'
import { askLanguageTool, ServerProblem } from './ask-language-tool.ts'
import type { Finding } from './found-mistake.ts'
import { ownChecker } from './own-checker.ts'
import { isLatin } from './pieces.ts'
import { tidyFinding } from './tidy-finding.ts'

const hasServer = (settings: Settings): boolean => settings['grammar.server_url'] !== ''

/** The checker in use, and the languages it offers. */
export function checkerOf(settings: Settings): { checker: GrammarChecker; languages: GrammarLanguage[] } {
  if (hasServer(settings)) return { checker: 'server', languages: [...GRAMMAR_LANGUAGES] }
  return sizes.grammar === 'off' ? { checker: 'off', languages: [] } : { checker: 'built_in', languages: ['en-US', 'en-GB'] }
}

/** Checks a member's text, of which nothing is stored or logged. Throws `limit.exceeded`, `grammar.busy`, `grammar.unavailable` and `grammar.off`. */
export async function checkGrammar(app: App, accountId: number, text: string, language: GrammarLanguage): Promise<Finding> {
  const settings = app.settings()
  if (checkerOf(settings).checker === 'off') throw new AppError('grammar.off')
  await app.limits.grammarByAccount.take(String(accountId))
  if (text.trim() === '') return { language: null, checkedTo: text.length, mistakes: [] }
  const found = hasServer(settings) ? await askServer(app, settings, text, language) : await askOwnChecker(app, accountId, text, language)
  return tidyFinding(text, found)
}

async function askServer(app: App, settings: Settings, text: string, language: GrammarLanguage): Promise<Finding> {
  try {
    return await askLanguageTool(settings, text, language)
  } catch (error) {
    if (!(error instanceof ServerProblem)) throw error
    app.log.warn({ err: error, reason: error.reason }, 'the LanguageTool server could not check a text')
    throw new AppError('grammar.unavailable')
  }
}

async function askOwnChecker(app: App, accountId: number, text: string, language: GrammarLanguage): Promise<Finding> {
  const english = language === 'auto' ? 'en-US' : language
  if ((english !== 'en-US' && english !== 'en-GB') || !isLatin(text)) return { language: null, checkedTo: 0, mistakes: [] }
  const { checkedTo, mistakes } = await ownChecker(app).check(accountId, { text, language: english })
  return { language: english, checkedTo, mistakes }
}

/** Has the server that is set find a known mistake. */
export async function testGrammarServer(app: App): Promise<GrammarTest> {
  if (!hasServer(app.settings())) return sizes.grammar === 'off' ? 'off' : 'not_set'
  try {
    const { mistakes } = await askLanguageTool(app.settings(), 'This is an test.', 'en-US')
    return mistakes.length > 0 ? 'works' : 'unusable'
  } catch (error) {
    if (!(error instanceof ServerProblem)) throw error
    return error.reason
  }
}
