import type { OrderRow, TermCut } from '../orders.table.ts'

/** A term with an end that was bought. `cut`: what staff took off it before. */
type Term = Pick<OrderRow, 'id' | 'begunAt' | 'cut'> & { termStart: Date; termEnd: Date }
/** `from`: when the subscription ends until now; null: never. */
type Move = { from: Date | null; end: Date; now: Date }

/** The terms that move, with their new ends. Each follows the one before it. `terms`: by their beginning. */
export function movedTerms(terms: Term[], { from, end, now }: Move): Term[] {
  const last = end > now ? end : now
  const isBack = ({ cut }: Term): boolean => cut !== null && cut.taken > 0 && new Date(cut.to).getTime() === from?.getTime()
  const moving = terms.filter((term) => isBack(term) || term.termEnd > last)
  let next = 0
  const moved = moving.map((term) => {
    const { taken, lost } = term.cut ?? { taken: 0, lost: 0 }
    const back = isBack(term) ? taken : 0
    const length = term.termEnd.getTime() - term.termStart.getTime() + back
    const starts = term.begunAt ? term.termStart.getTime() : Math.min(Math.max(term.termStart.getTime(), next), last.getTime())
    const ends = Math.min(starts + length, last.getTime())
    next = ends
    const cut = cutOf({ taken: length - (ends - starts), lost: lost + taken - back, to: end.toISOString() })
    return { ...term, termStart: new Date(starts), termEnd: new Date(ends), cut }
  })
  const takesMore = moved.some(({ termEnd }, i) => termEnd < (moving[i]?.termEnd ?? termEnd))
  return takesMore ? [...terms.filter((term) => !moving.includes(term)).flatMap(asLost), ...moved] : moved
}

/** A later cut stands now: what an earlier one took does not come back. */
function asLost(term: Term): Term[] {
  return term.cut && term.cut.taken > 0 ? [{ ...term, cut: { ...term.cut, taken: 0, lost: term.cut.lost + term.cut.taken } }] : []
}

function cutOf(cut: TermCut): TermCut | null {
  return cut.taken + cut.lost > 0 ? cut : null
}
