import type { GrammarMatch } from '@portico/contract/grammar'

/** Result of a checker. `checkedTo`: in UTF-16 units. */
export type Finding = { language: string | null; checkedTo: number; mistakes: Mistake[] }
export type Mistake = {
  offset: number
  length: number
  message: string
  shortMessage: string
  replacements: string[]
  rule: string
  category: GrammarMatch['category']
}
