import { pino } from 'pino'
import { type Caller, callerOf } from '../../src/actor.ts'
import type { Person, World } from './money-world.ts'

export const log = pino({ level: 'silent' })
export const by = (person: Person): Caller => callerOf(person.id)
export const operator = (world: World): Caller => callerOf(world.operatorId, ['*'])

/** Runs a call that the site may refuse; undefined: refused, and nothing changed. Any other error is a bug. */
export async function refusable<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work
  } catch (error) {
    if (error instanceof Error && error.name === 'AppError') return undefined
    throw error
  }
}
