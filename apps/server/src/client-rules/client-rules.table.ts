import type { ClientRule } from '@portico/contract/client-rules-admin'
import { sql } from 'drizzle-orm'
import { boolean, check, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { id, time, translations } from '../db/columns.ts'

/** Rules of the site's own for what clients get from links. A trigger raises the version `catalog` on every change. */
export const clientRules = pgTable(
  'client_rules',
  {
    id: id(),
    name: text('name').notNull(),
    enabled: boolean('enabled').notNull(),
    agentHow: text('agent_how').$type<ClientRule['agent_how']>().notNull(),
    agentText: text('agent_text').notNull(),
    versionFrom: text('version_from'),
    versionBelow: text('version_below'),
    header: text('header').$type<ClientRule['header']>(),
    headerHow: text('header_how').$type<ClientRule['header_how']>().notNull(),
    headerText: text('header_text').notNull(),
    countries: text('countries').array().notNull(),
    countriesExcept: boolean('countries_except').notNull(),
    answer: text('answer').$type<ClientRule['answer']>().notNull(),
    format: text('format').$type<ClientRule['format']>(),
    template: integer('template'),
    text: text('text').notNull(),
    announce: text('announce').notNull(),
    translations: translations<ClientRule['translations']>(),
    sort: integer('sort').notNull().default(0),
    createdAt: time('created_at').notNull(),
  },
  () => [check('client_rules_condition', sql`agent_how <> 'any' or header is not null or cardinality(countries) > 0`)],
)
export type ClientRuleRow = typeof clientRules.$inferSelect
