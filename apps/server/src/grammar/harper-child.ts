import { Dialect, type Lint, type Linter, LocalLinter, SuggestionKind } from 'harper.js'
import { slimBinary } from 'harper.js/slimBinary'
import type { GrammarMatch } from '@portico/contract/grammar'
import { answerQuestions } from '../children/answer-questions.ts'
import type { Mistake } from './found-mistake.ts'
import { endOf, piecesOf, type Piece } from './pieces.ts'

// Runs in a process of its own, which `own-checker.ts` starts and ends.

/** `budgetMs`: how long the text may take; then it is checked only in part. */
export type Question = { text: string; language: 'en-US' | 'en-GB'; budgetMs: number }
export type Checked = { checkedTo: number; mistakes: Mistake[] }

const MOST_BYTES = 700_000_000

const dialects = { 'en-US': Dialect.American, 'en-GB': Dialect.British }

answerQuestions<Question, Checked>(MOST_BYTES, ({ question }) => checkText(question))

async function checkText({ text, language, budgetMs }: Question): Promise<Checked> {
  // A linter knows again what it has checked: the time of the next text would tell others what this one said.
  const linter = new LocalLinter({ binary: slimBinary, dialect: dialects[language] })
  await linter.setup()
  const until = performance.now() + budgetMs
  const checked: Piece[] = []
  const mistakes: Mistake[] = []
  for (const piece of piecesOf(text)) {
    if (performance.now() > until) break
    mistakes.push(...(await check(linter, piece, text)))
    checked.push(piece)
  }
  await linter.dispose()
  return { checkedTo: endOf(checked), mistakes }
}

async function check(checker: Linter, piece: Piece, text: string): Promise<Mistake[]> {
  const found = await checker.organizedLints(piece.text, { language: 'plaintext' })
  const mistakes = Object.entries(found).flatMap(([rule, lints]) => lints.map((lint) => readLint(lint, rule, piece.start)))
  return mistakes.filter((mistake) => isOfText(mistake, piece, text))
}

function readLint(lint: Lint, rule: string, pieceStart: number): Mistake {
  const { start, end } = lint.span()
  const wrong = lint.get_problem_text()
  const replacements = lint.suggestions().map((suggestion) => {
    const kind = suggestion.kind()
    if (kind === SuggestionKind.Remove) return ''
    return kind === SuggestionKind.InsertAfter ? wrong + suggestion.get_replacement_text() : suggestion.get_replacement_text()
  })
  // Messages are Markdown.
  const message = lint.message().replace(/[`*]/g, '')
  const category = categories[lint.lint_kind()] ?? 'general'
  lint.free()
  return { offset: pieceStart + start, length: end - start, message, shortMessage: '', replacements, rule, category }
}

const LONGEST_MARK = 80

/** Whether a mistake is real: not about a placeholder or non-English letters, and not advice such as shorter sentences. */
function isOfText({ offset, length, replacements }: Mistake, piece: Piece, text: string): boolean {
  if (replacements.length === 0 && length > LONGEST_MARK) return false
  const inPiece = piece.text.slice(offset - piece.start, offset - piece.start + length)
  return text.slice(offset, offset + length) === inPiece && !/[^\P{L}\p{Script=Latin}]/u.test(inPiece)
}

const categories: Record<string, GrammarMatch['category']> = {
  Spelling: 'spelling',
  Typo: 'spelling',
  Capitalization: 'spelling',
  Agreement: 'grammar',
  BoundaryError: 'grammar',
  Eggcorn: 'grammar',
  Grammar: 'grammar',
  Malapropism: 'grammar',
  Nonstandard: 'grammar',
  Usage: 'grammar',
  WordChoice: 'grammar',
  WordOrder: 'grammar',
  Formatting: 'punctuation',
  Punctuation: 'punctuation',
  Enhancement: 'style',
  Readability: 'style',
  Redundancy: 'style',
  Regionalism: 'style',
  Repetition: 'style',
  Style: 'style',
}
