import type { AddressFinding, MovingStepName } from '@portico/contract/moving-admin'
import { boolean, pgTable, text } from 'drizzle-orm/pg-core'
import { time } from '../db/columns.ts'

/** Steps of the evening that staff say are done. */
export const movingSteps = pgTable('moving_steps', {
  name: text('name').$type<MovingStepName>().primaryKey(),
  toldAt: time('told_at').notNull(),
})

/** Addresses that must lead here after a move, and where they led when they were asked. */
export const movingAddresses = pgTable('moving_addresses', {
  origin: text('origin').primaryKey(),
  /** Entered by staff. The site's own are kept only with what was found. */
  added: boolean('added').notNull(),
  finding: text('finding').$type<AddressFinding>(),
  askedAt: time('asked_at'),
})
