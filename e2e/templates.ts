import { randomUUID } from 'node:crypto'
import { cpSync, existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import pg from 'pg'
import { slowness } from '../scripts/slowness.ts'

/** Who the servers of journeys take as their first operator. */
export const OPERATOR = { email: 'operator@example.com', password: 'operator password' }

/** What each worker needs to clone a template, passed on in the environment. */
export type Templates = { adminUrl: string; serverUrl: string; folder: string; settingsKey: string }
export const TEMPLATES = 'JOURNEY_TEMPLATES'
export const [EMPTY, DEMO] = ['template_empty', 'template_demo']

/** A database cloned for one journey, with the environment of a server on it. null: no templates, as for the pictures. */
export async function cloneDatabase(
  dataDir: string,
  isDemo: boolean,
): Promise<{ env: Record<string, string>; query: (sql: string) => Promise<unknown[]>; drop: () => Promise<unknown> } | null> {
  const given = process.env[TEMPLATES]
  if (given === undefined) return null
  // Written above.
  const templates = JSON.parse(given) as Templates
  const [template, name] = [isDemo ? DEMO : EMPTY, `journey_${randomUUID().replaceAll('-', '')}`]
  const exists = () => runSql(templates.adminUrl, `select 1 from pg_database where datname = '${template}'`)
  await expect.poll(async () => (await exists()).length, { message: `${template} is there`, timeout: 120_000 * slowness }).toBe(1)
  await runSql(templates.adminUrl, `create database ${name} template ${template} strategy file_copy`)
  const files = join(filesOf(templates, template), 'files')
  if (existsSync(files)) cpSync(files, join(dataDir, 'files'), { recursive: true })
  const env = environmentOf(templates, name)
  const query = (sql: string): Promise<unknown[]> => runSql(env.DATABASE_DIRECT_URL, sql)
  return { env, query, drop: () => runSql(templates.adminUrl, `drop database ${name} with (force)`) }
}

export function environmentOf({ adminUrl, serverUrl, settingsKey }: Templates, name: string) {
  const at = (url: string): string => url.replace(/[^/]+$/, name)
  const operator = { ADMIN_EMAIL: OPERATOR.email, ADMIN_PASSWORD: OPERATOR.password }
  return { DATABASE_URL: at(serverUrl), DATABASE_DIRECT_URL: at(adminUrl), SETTINGS_KEY: settingsKey, ...operator }
}

/** Where the server on a template keeps its files. */
export function filesOf({ folder }: Templates, template: string): string {
  const path = join(folder, template)
  mkdirSync(path, { recursive: true })
  return path
}

export async function runSql(url: string, statement: string): Promise<unknown[]> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(statement)).rows
  } finally {
    await client.end()
  }
}
