import type { OldMember } from '../records.ts'
import { inviters } from '../move/inviters.ts'
import type { Intake } from './ground.ts'

/** Who invited whom, known when all members are: without circles, and without inviters who do not exist. */
export function inviterIntake({ findings, put, members }: Intake) {
  const inviterOf = new Map<number, number>()
  /** Members whose inviter comes later, if at all: few, because who invites was there first. */
  const waiting: { id: number; at: string; by: string }[] = []

  function add({ at, inviter }: OldMember, id: number): void {
    if (inviter === null) return
    const inviterId = members.get(inviter)
    if (inviterId === undefined) waiting.push({ id, at, by: inviter })
    else join(id, inviterId, at, inviter)
  }

  function finish(): void {
    for (const { id, at, by } of waiting) {
      const inviterId = members.get(by)
      if (inviterId === undefined) findings.note('inviter_missing', at, by)
      else join(id, inviterId, at, by)
    }
  }

  function join(id: number, inviterId: number, at: string, by: string): void {
    if (leadsTo(inviterOf, inviterId, id)) return findings.note('inviter_cycle', at, by)
    inviterOf.set(id, inviterId)
    put(inviters, { accountId: id, inviterId })
  }

  return { add, finish }
}

function leadsTo(inviterOf: ReadonlyMap<number, number>, from: number, to: number): boolean {
  for (let at: number | undefined = from; at !== undefined; at = inviterOf.get(at)) if (at === to) return true
  return false
}
