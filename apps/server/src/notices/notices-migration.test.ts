import pg from 'pg'
import { expect, test } from 'vitest'
import { applyMigrations } from '../../test/apply-migrations.ts'
import { createDatabase } from '../../test/harness.ts'

/** The notices that the migration makes of the settings that were the notice of public pages, and the settings that are left. */
async function migrated(stored: Record<string, string>) {
  const database = await createDatabase()
  const client = new pg.Client(database.ownerUrl)
  await client.connect()
  try {
    await applyMigrations(client, 'notices', { including: false })
    for (const [key, text] of Object.entries({ 'site.email': 'hello@example.com', ...stored })) {
      await client.query('insert into settings (key, value) values ($1, $2)', [key, JSON.stringify(text)])
    }
    await applyMigrations(client, 'notices', { including: true })
    const { rows } = await client.query(`
      select placement, title, body, translations, audience, starts_at <= now() and published_at is not null and ends_at is null as live from notices`)
    const { rows: left } = await client.query<{ key: string }>('select key from settings order by key')
    return { notices: rows, left: left.map(({ key }) => key) }
  } finally {
    await client.end()
    await database.drop()
  }
}
const bar = { placement: 'bar', body: '', audience: 'all', live: true }

test('the notice of public pages was a setting and is a bar, in its languages', async () => {
  const { notices, left } = await migrated({
    'site.index_notice': '周日维护',
    'site.index_notice_en': 'Maintenance <b>on Sunday</b>',
    'site.index_notice_zh': '',
  })
  expect(notices).toEqual([{ ...bar, title: '周日维护', translations: { en: { title: 'Maintenance <b>on Sunday</b>' } } }])
  expect(left).toEqual(['site.email'])
})

test('a notice with a text in one language only keeps it for all; an empty one is gone', async () => {
  const { notices } = await migrated({ 'site.index_notice_zh': '夏季促销' })
  expect(notices).toEqual([{ ...bar, title: '夏季促销', translations: { 'zh-CN': { title: '夏季促销' } } }])
  expect((await migrated({ 'site.index_notice': ' ' })).notices).toEqual([])
})
