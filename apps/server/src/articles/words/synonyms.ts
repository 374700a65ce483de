import { asStored, corrected, isHan, piecesOf, plainWord, runsOf } from './words.ts'

/** Words that mean the same, as tokens that must all stand in a text, and a pattern that finds any of them in a query. */
export type Synonyms = { groups: Map<string, string[][]>; pattern: RegExp | null }

/** A group per line, its words between commas, as `search.synonyms` has them. */
export function readSynonyms(lines: string): Synonyms {
  const groups = new Map<string, string[][]>()
  for (const line of lines.split('\n')) {
    const words = wordsIn(line)
    if (words.length < 2) continue
    const alike = words.map(tokensOfAll)
    for (const word of words) groups.set(word, [...(groups.get(word) ?? []), ...alike])
  }
  if (groups.size === 0) return { groups, pattern: null }
  const longestFirst = [...groups.keys()].toSorted((a, b) => b.length - a.length)
  // A Chinese word may stand inside a run; another one only alone, or in the plural.
  const bounded = (word: string): string => {
    const literal = word.replaceAll(/[$()*+./?[\\\]^{|}]/g, String.raw`\$&`)
    return isHan(word) ? literal : String.raw`(?<![\p{L}\p{N}])${literal}s?(?![\p{L}\p{N}])`
  }
  return { groups, pattern: new RegExp(`(${longestFirst.map(bounded).join('|')})`, 'u') }
}

/** The words of a line, as they are compared. */
export function wordsIn(line: string): string[] {
  return [
    ...new Set(
      line
        .split(/[,，、;；]/)
        .map(plain)
        .filter(Boolean),
    ),
  ]
}

/** Splits a query at words that have synonyms. Such a part has the tokens of each. */
export function partsOf(question: string, { groups, pattern }: Synonyms): { text: string; alike: string[][] }[] {
  if (pattern === null) return [{ text: question, alike: [] }]
  return plain(question)
    .split(pattern)
    .filter((part) => part.trim() !== '')
    .map((text) => ({ text, alike: groups.get(text) ?? groups.get(text.replace(/s$/, '')) ?? [] }))
}

function plain(text: string): string {
  return corrected(text.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, ' ').trim())
}

/** Tokens of a word or phrase: of a word its stem, of Chinese each pair. */
function tokensOfAll(phrase: string): string[] {
  return runsOf(phrase).flatMap(({ text, isHan: isChinese }) => {
    if (!isChinese) return text.split(/[-‐‑]/).map((word) => asStored(plainWord(word)).at(-1) ?? word)
    const pairs = piecesOf(text).map(({ word }) => word)
    return pairs.length > 1 ? pairs.slice(0, -1) : pairs
  })
}
