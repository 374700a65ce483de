import { FINDING_ROWS, type ImportFinding } from '@portico/contract/imports-admin'
import { ruleTexts } from '@portico/contract/rule-texts'
import type { Language } from '@portico/contract/translations'
import { sayIn } from '../../in-language.ts'
import { type FindingCode, FINDINGS } from '../finding-codes.ts'
import english from '../texts/findings.en.json' with { type: 'json' }
import chinese from '../texts/findings.zh-CN.json' with { type: 'json' }

type Key = keyof typeof english
type Group = { count: number; rows: { row: string; what: string }[] }
/** As it is stored: words are added when somebody reads it. */
export type StoredFinding = { code: FindingCode } & Group
export type Choices = Readonly<Record<string, string>>

/** Longest text of a row: it is there to be recognised. */
const LONGEST = 120

/** Collects what is odd, by kind: all are counted, the first are kept. */
export class Findings {
  readonly #groups = new Map<FindingCode, Group>()
  readonly #choices: Choices

  constructor(choices: Choices) {
    this.#choices = choices
  }

  note(code: FindingCode, row: string, what = ''): void {
    let group = this.#groups.get(code)
    if (!group) this.#groups.set(code, (group = { count: 0, rows: [] }))
    group.count++
    if (group.rows.length < FINDING_ROWS) group.rows.push({ row, what: what.length > LONGEST ? `${what.slice(0, LONGEST)}…` : what })
  }

  /** What the operator chose about this kind, or else its first choice. */
  choice(code: FindingCode): string {
    return chosen(code, this.#choices) ?? ''
  }

  list(): StoredFinding[] {
    return [...this.#groups].map(([code, group]) => ({ code, ...group }))
  }
}

/** Whether nothing may be moved while it is there. */
export function isStop(code: FindingCode): boolean {
  return (FINDINGS[code][0] as string) === 'stop'
}

function chosen(code: FindingCode, choices: Choices): string | null {
  const [, ...values]: readonly string[] = FINDINGS[code]
  return values.find((value) => value === choices[code]) ?? values[0] ?? null
}

/** `{protocol.obfs_password}` stands for the words of that rule. */
function withRules(what: string, language: Language): string {
  const rules: Partial<Record<string, Record<Language, string>>> = ruleTexts
  return what.replace(/\{([\w.]+)\}/g, (all, rule: string) => rules[rule]?.[language] ?? all)
}

/** The gravest first, then in the order in which they were met. */
const GRAVITY = { stop: 0, ask: 1, note: 2 } as const

export function toFindings(stored: readonly StoredFinding[], choices: Choices, language: Language): ImportFinding[] {
  const say = sayIn<Key>({ en: english, 'zh-CN': chinese }, language)
  return stored
    .map(({ code, count, rows }): ImportFinding => {
      const [level, ...values] = FINDINGS[code]
      const texts = values.map((value) => ({ value, text: say(`${code}.${value}` as Key) }))
      const choice = chosen(code, choices)
      const said = rows.map(({ row, what }) => ({ row, what: withRules(what, language) }))
      return { code, level, title: say(`${code}.title`), outcome: say(`${code}.outcome`), count, rows: said, choices: texts, choice }
    })
    .toSorted((a, b) => GRAVITY[a.level] - GRAVITY[b.level])
}
