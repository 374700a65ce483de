import type { OldMember } from '../records.ts'
import { inviters } from '../move/inviters.ts'
import type { Intake } from './ground.ts'

/** Who invited whom, known when all members are: without circles, and without inviters who do not exist. */
export function inviterIntake({ findings, put, members }: Intake) {
  const invited: { id: number; at: string; by: string }[] = []

  function add({ at, inviter }: OldMember, id: number): void {
    if (inviter !== null) invited.push({ id, at, by: inviter })
  }

  function finish(): void {
    const inviterOf = new Map<number, number>()
    for (const { id, at, by } of invited) {
      const inviterId = members.get(by)
      if (inviterId === undefined) findings.note('inviter_missing', at, by)
      else if (leadsTo(inviterOf, inviterId, id)) findings.note('inviter_cycle', at, by)
      else {
        inviterOf.set(id, inviterId)
        put(inviters, { accountId: id, inviterId })
      }
    }
  }

  return { add, finish }
}

function leadsTo(inviterOf: ReadonlyMap<number, number>, from: number, to: number): boolean {
  for (let at: number | undefined = from; at !== undefined; at = inviterOf.get(at)) if (at === to) return true
  return false
}
