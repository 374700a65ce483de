import type { Match, Scope } from './find-matches.ts'

/** The certain match of a line, and its new status; null: an operator must look. */
export type Decision = { match: Match; status: 'matched' | 'booked' }
/** A rule for deciding lines. `scope`: `named`: only payments the line names; `all`: similar ones too. */
export type Rule = { scope: Scope; decide: (matches: Match[]) => Decision | null }

export const named: Rule = { scope: 'named', decide: byNumber }
export const similar: Rule = { scope: 'all', decide: bySimilarity }

/** A rule that books no payments of these accounts, by which the importing staff gain: somebody else decides. */
export function bookingNoneOf({ scope, decide }: Rule, accounts: ReadonlySet<number>): Rule {
  const mayDecide = ({ match, status }: Decision): boolean => status === 'matched' || !accounts.has(match.accountId)
  return {
    scope,
    decide: (matches) => {
      const decision = decide(matches)
      return decision && mayDecide(decision) ? decision : null
    },
  }
}

/** Decides a line with our number: it is linked to what is booked under that number, or booked. Null: this rule cannot tell. */
function byNumber(matches: Match[]): Decision | null {
  const [match, ...others] = matches.filter(({ reasons }) => reasons.includes('number'))
  if (!match?.exact || others.length > 0) return null
  if (match.effect === 'linked') return { match, status: 'matched' }
  if (match.hasOtherPrices) return null
  return match.effect === 'settled' || match.effect === 'credited' ? { match, status: 'booked' } : null
}

/** A line without our number is linked to the only booked payment of its amount and day. */
function bySimilarity(matches: Match[]): Decision | null {
  const [match, ...others] = matches.filter(({ effect, exact, reasons }) => effect === 'linked' && exact && reasons.includes('amount'))
  // If a member entered this line's number with another order, an operator decides between the two.
  const isNamed = matches.some((one) => one.reasons.includes('number') || (one !== match && one.reasons.includes('declared')))
  return match && others.length === 0 && !isNamed ? { match, status: 'matched' } : null
}
