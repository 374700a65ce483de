import { basename, dirname, isAbsolute, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { IMPORT_OPTIONS, IMPORT_SOURCES, type ImportAction, ImportSource, type ImportSums } from '@portico/contract/imports-admin'
import { jobActor } from '../actor.ts'
import { withDatabase } from '../backups/command.ts'
import type { Config } from '../config.ts'
import { connect } from '../db/client.ts'
import { createSecretBox } from '../db/secret-box.ts'
import { findSettingsKey } from '../db/settings-key.ts'
import type { DatabaseUrls } from '../db/urls.ts'
import { readSettings } from '../settings/settings.ts'
import { keepDone } from './keep-imports.ts'
import { toFindings } from './intake/findings.ts'
import { catchUp } from './move/catch-up.ts'
import { rehearse } from './move/rehearse.ts'
import { look, move, type Asked, type Outcome, type Site, type Watch } from './move/run-import.ts'
import { BadSource } from './old/old-database.ts'
import { openOld, readConfigFile } from './open-old.ts'
import { sayFault } from './say-fault.ts'

const USAGE = `import SOURCE [--look | --rehearse | --move | --catch-up] [--panel NAME] [--choose FINDING=CHOICE]… ${IMPORT_OPTIONS.map((name) => `[--${name} …]`).join(' ')}
SOURCE: a dump (also .gz), a SQLite or CSV file, or mysql://… or postgres://…
NAME: ${IMPORT_SOURCES.join(', ')}
--look (as without it) reads only; --rehearse moves into a database of its own, compares and drops it; --move moves into an empty site;
--catch-up takes over what members who moved have used since, and how their terms changed; it names members and orders that came later.`

const WORKS = { look, rehearse, move, catch_up: catchUp } as const

/** Runs `npm run import SOURCE`. Returns what to print. */
export async function runImportCommand(config: Config, args: string[]): Promise<string[]> {
  const { source, action, panel, options, choices } = readArgs(args)
  const isServer = /^\w+:\/\//.test(source)
  const path = isServer ? null : resolve(source)
  const beside = (name: string): string => (isAbsolute(name) ? name : join(path === null ? '.' : dirname(path), name))
  const asked: Asked = {
    action,
    source: panel,
    options,
    choices,
    open: () => openOld({ path, database: isServer ? source : null }),
    readConfig: () => readConfigFile(options.config === undefined ? null : beside(options.config)),
  }
  return withDatabase(config, async (urls) => {
    const site = await siteAt(config, urls)
    try {
      const startedAt = new Date()
      const outcome = await WORKS[action](site, asked, watchOn(process.stdout))
      const file = isServer ? null : basename(source)
      if (action !== 'look')
        await keep(site, { input: { action, file, database: isServer ? source : null, options, choices }, outcome, startedAt })
      return reportOf(outcome, choices)
    } catch (error) {
      if (error instanceof BadSource) throw new Error(sayFault(error, 'en'), { cause: error })
      // The database's own words, not the whole statement.
      throw error instanceof Error && error.cause instanceof Error ? error.cause : error
    }
  })
}

async function keep({ ownerUrl, now }: Site, done: Parameters<typeof keepDone>[1]): Promise<void> {
  const database = connect(ownerUrl, { max: 1 })
  try {
    await keepDone(database.db, done, now())
  } finally {
    await database.close()
  }
}

type Args = Pick<Asked, 'action' | 'options' | 'choices'> & { source: string; panel: Asked['source'] }
function readArgs(args: string[]): Args {
  const named = Object.fromEntries(IMPORT_OPTIONS.map((name) => [name, { type: 'string' as const }]))
  const flags = {
    look: { type: 'boolean' as const },
    move: { type: 'boolean' as const },
    rehearse: { type: 'boolean' as const },
    'catch-up': { type: 'boolean' as const },
    panel: { type: 'string' as const },
  }
  const given = parse(args, { ...named, ...flags, choose: { type: 'string' as const, multiple: true } })
  const [source] = given.positionals
  if (source === undefined || given.positionals.length > 1) throw new Error(USAGE)
  const values = given.values as Record<string, string | boolean | string[] | undefined>
  const panel = values['panel'] === undefined ? null : (ImportSource.safeParse(values['panel']).data ?? null)
  if (values['panel'] !== undefined && panel === null) throw new Error(USAGE)
  const options = Object.fromEntries(IMPORT_OPTIONS.flatMap((name) => (typeof values[name] === 'string' ? [[name, values[name]]] : [])))
  const chosen = Array.isArray(values['choose']) ? values['choose'] : []
  const choices = Object.fromEntries(chosen.map((one) => [one.split('=')[0] ?? '', one.split('=')[1] ?? '']))
  const action: ImportAction = values['move'] ? 'move' : values['rehearse'] ? 'rehearse' : values['catch-up'] ? 'catch_up' : 'look'
  return { source, action, panel, options, choices }
}

function parse(args: string[], options: NonNullable<Parameters<typeof parseArgs>[0]>['options'] & object) {
  try {
    return parseArgs({ args, options, allowPositionals: true })
  } catch (error) {
    throw new Error(`${error instanceof Error ? error.message : ''}\n${USAGE}`, { cause: error })
  }
}

async function siteAt(config: Config, urls: DatabaseUrls): Promise<Site> {
  const key = await findSettingsKey(urls.direct, {
    given: config.settingsKey,
    dataDir: config.databaseUrl === null ? config.dataDir : null,
  })
  const secrets = createSecretBox(key)
  const database = connect(urls.owner, { secrets, max: 1 })
  try {
    return {
      config,
      ownerUrl: urls.owner,
      secrets,
      settings: await readSettings(database.db, secrets),
      by: jobActor('import'),
      now: () => new Date(),
    }
  } finally {
    await database.close()
  }
}

/** Writes one line and keeps it up to date on a terminal; elsewhere nothing. */
function watchOn(out: NodeJS.WriteStream): Watch {
  let last = 0
  return async (step, share, records) => {
    if (!out.isTTY || Date.now() - last < 200) return
    last = Date.now()
    out.write(`\r${step} ${Math.round(share * 100)} % ${records > 0 ? `${records} records ` : ''}\u001b[K`)
  }
}

function reportOf({ source, version, findings, sums, comparison }: Outcome, choices: Asked['choices']): string[] {
  const odd = toFindings(findings, choices, 'en').flatMap(({ code, title, outcome, count, rows, choices: texts, choice }) => [
    `${code} (${count}): ${title}. ${outcome}`,
    ...texts.map(({ value, text }) => `    ${value === choice ? '*' : ' '} --choose ${code}=${value}: ${text}`),
    ...rows.slice(0, 5).map(({ row, what }) => `    ${row}${what === '' ? '' : `: ${what}`}`),
    ...(count > 5 ? [`    … and ${count - 5} more`] : []),
  ])
  return [`${source} ${version}`, '', ...odd, ...(odd.length > 0 ? [''] : []), ...tableOf(sums), ...comparedOf(comparison)]
}

function tableOf(sums: ImportSums): string[] {
  const shown = sums.filter(({ old, here }) => old !== '0' || (here !== null && here !== '0'))
  return shown.map(
    ({ name, old, here }) =>
      `${name.padEnd(18)}${old.padStart(22)}${here === null ? '' : `${here.padStart(22)}${here === old ? '' : '  differs'}`}`,
  )
}

function comparedOf(comparison: Outcome['comparison']): string[] {
  if (!comparison) return []
  const { links, equal, expected, unanswered, count, differences } = comparison
  const told = differences.map(({ who, node, field, old, here }) => `    ${who} ${node} ${field}: ${old} there, ${here} here`)
  return [
    '',
    `links compared: ${links}, equal ${equal}, ended or suspended ${expected}, unanswered ${unanswered}; differences: ${count}`,
    ...told,
  ]
}
