import type { Reading } from '../articles/words/asked-terms.ts'
import { type Fit, fitOf, tokensOfName } from '../articles/words/fit.ts'
import { BEST } from '../articles/words/search-articles.ts'
import type { Named } from './named.ts'

/** Points of a match by place, as for articles: most in the title. */
const worth: Record<'title' | 'also' | 'text', Record<Fit, number>> = {
  title: { exact: BEST, part: 24, slip: 20 },
  also: { exact: 16, part: 14, slip: 12 },
  text: { exact: 8, part: 6, slip: 5 },
}
const places = ['title', 'also', 'text'] as const

/** Items that match a reading of the query, best match first. */
export function fitting(among: Named[], { terms, need, way }: Reading): { item: Named; score: number }[] {
  const scored = among.map((item) => {
    const tokens = { title: tokensOfName(item.title), also: tokensOfName(item.also), text: item.tokens }
    const bring = (place: keyof typeof worth, fit: Fit | null): number => (fit === null ? 0 : worth[place][fit])
    const scores = terms.map((term) => Math.max(...places.map((place) => bring(place, fitOf(term, tokens[place], way)))))
    const found = scores.filter((score) => score > 0)
    return { item, score: found.length >= need ? found.reduce((sum, score) => sum + score, 0) : 0 }
  })
  return scored.filter(({ score }) => score > 0).toSorted((a, b) => b.score - a.score)
}
