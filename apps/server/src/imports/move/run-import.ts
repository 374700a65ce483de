import type { ImportAction, ImportComparison, ImportInput, ImportSource, ImportSums, Import } from '@portico/contract/imports-admin'
import type { Settings } from '@portico/contract/settings-admin'
import type { Actor } from '../../actor.ts'
import type { Config } from '../../config.ts'
import { recordedAsOne } from '../../audit/record.ts'
import { connect, type Database } from '../../db/client.ts'
import type { SecretBox } from '../../db/secret-box.ts'
import { onConnection } from '../../db/in-turn.ts'
import { Findings, isStop, type StoredFinding } from '../intake/findings.ts'
import { type Ground, newIntake, readGround } from '../intake/ground.ts'
import { Sums, toSums } from '../intake/sums.ts'
import { takeAll, type Texts } from '../intake/take-all.ts'
import { BadSource, type OldDatabase } from '../old/old-database.ts'
import type { Given, Source } from '../source.ts'
import { recognise } from '../sources/sources.ts'
import { toCopy } from './put.ts'
import { Staging } from './staging.ts'
import { sumsHere } from './sums-here.ts'
import { dropStaged, requireEmpty, switchOver } from './switch.ts'
import { writeTexts } from './write-texts.ts'

/** The site that a move is for. `ownerUrl`: of the database's owner, without a pooler. */
export type Site = { config: Config; ownerUrl: string; secrets: SecretBox; settings: Settings; by: Actor; now: () => Date }

export type Asked = {
  action: ImportAction
  source: ImportSource | null
  options: ImportInput['options']
  choices: ImportInput['choices']
  open: () => Promise<OldDatabase>
  readConfig: () => Promise<string | null>
}

export type Step = NonNullable<Import['step']>
/** Told how far it is; throws `Cancelled` once somebody asked for that. */
export type Watch = (step: Step, share: number, records: number) => Promise<void>

export type Outcome = { source: ImportSource; version: string; findings: StoredFinding[]; sums: ImportSums; comparison?: ImportComparison }

/** What a move must not run into, twice at once. */
const TURN = 'moving'

/** Looks at an old database: reads it all as a move would, and writes nothing. */
export async function look(site: Site, asked: Asked, watch: Watch): Promise<Outcome> {
  return withOld(asked, watch, async (old, found) => {
    const database = connect(site.ownerUrl, { max: 1, secrets: site.secrets })
    try {
      const ground = await readGround(database, groundOf(site))
      const { findings, sums } = await take({ asked, site, ground, old, found, watch, put: null })
      return { source: found.source.name, version: found.version, findings: findings.list(), sums: toSums(sums, null) }
    } finally {
      await database.close()
    }
  })
}

/** Moves an old database into an empty site, all or nothing. Throws `BadSource` with `not_empty`, and whatever made it impossible. */
export async function move(site: Site, asked: Asked, watch: Watch): Promise<Outcome> {
  return onConnection(site.ownerUrl, async (client) => {
    const { rows } = await client.query<{ mine: boolean }>('select pg_try_advisory_lock(hashtext($1)) as mine', [`portico.${TURN}`])
    if (!rows[0]?.mine) throw new BadSource('not_empty', 'another move runs')
    const database = connect(site.ownerUrl, { max: 2, secrets: site.secrets, isForOne: true })
    try {
      await requireEmpty(database.db)
      return await withOld(asked, watch, async (old, found) => {
        const staging = new Staging(client)
        await staging.begin()
        try {
          const ground = await readGround(database, groundOf(site))
          const { findings, sums, texts } = await take({ asked, site, ground, old, found, watch, put: staging })
          const stop = findings.list().find(({ code }) => isStop(code))
          if (stop) throw new BadSource('mend_first', stop.rows.map(({ row, what }) => `${row} ${what}`).join(', '))
          await staging.flush(true)
          await watch('switching', 0, 0)
          const written = await switchAll({ site, database, staging, texts, findings, watch })
          const here = await sumsHere(database.db, ground.now)
          here.set('articles', String(written.articles)).set('notices', String(written.notices))
          return { source: found.source.name, version: found.version, findings: findings.list(), sums: toSums(sums, here) }
        } finally {
          await dropStaged(database.db).catch(() => {})
        }
      })
    } finally {
      await database.close()
    }
  })
}

type Switch = { site: Site; database: Database; staging: Staging; texts: Texts; findings: Findings; watch: Watch }
async function switchAll({ site, database, staging, texts, findings, watch }: Switch) {
  let share = 0
  return database.transaction(async (tx) => {
    await switchOver(tx, staging.list(), (done) => (share = done))
    const inside: Database = { ...database, db: tx, transaction: (work) => work(tx) }
    const texted = await recordedAsOne(tx, () => writeTexts(tx, inside, site.by, texts, findings, site.now()))
    await watch('switching', share, 0)
    return texted
  })
}

/** Removes what a killed move left, unless one runs. */
export async function clearLeft(ownerUrl: string): Promise<void> {
  await onConnection(ownerUrl, async (client) => {
    const { rows } = await client.query<{ mine: boolean }>('select pg_try_advisory_lock(hashtext($1)) as mine', [`portico.${TURN}`])
    if (rows[0]?.mine) await client.query('drop schema if exists portico_moving cascade')
  })
}

function groundOf({ now, settings }: Site) {
  return {
    now: now(),
    zone: settings['site.timezone'],
    currency: settings['site.currency'],
    resetMode: settings['subscription.reset_mode'],
  }
}

type Found = { source: Source; version: string }
export async function withOld<T>(asked: Asked, watch: Watch, work: (old: OldDatabase, found: Found) => Promise<T>): Promise<T> {
  await watch('opening', 0, 0)
  const old = await asked.open()
  try {
    return await work(old, await recognise(old, asked.source))
  } finally {
    await old.close()
  }
}

type Taking = { asked: Asked; site: Site; ground: Ground; old: OldDatabase; found: Found; watch: Watch; put: Staging | null }
async function take({ asked, site, ground, old, found, watch, put: staging }: Taking) {
  const [findings, sums] = [new Findings(asked.choices), new Sums()]
  const intake = newIntake(ground, findings, sums, staging ? (table, row) => staging.add(toCopy(table, row)) : () => {})
  const { options, readConfig } = asked
  const given: Given = { options, currency: ground.currency, now: ground.now, choice: (code) => findings.choice(code), readConfig }
  const texts = await takeAll(intake, found.source.read(old, given), async (records) => {
    await staging?.flush()
    await watch('reading', old.progress(), records)
  })
  return { findings, sums, texts, site }
}
