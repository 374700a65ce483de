import { createHash } from 'node:crypto'
import { hash as argon2 } from '@node-rs/argon2'
import { hash as bcrypt } from '@node-rs/bcrypt'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { atOnce, RACES } from '../../test/at-once.ts'
import { forFile, startApp } from '../../test/harness.ts'
import { accounts } from './accounts.table.ts'

const t = await forFile(startApp({ env: { TRUSTED_PROXIES: '127.0.0.1' } }))

const password = 'Zugang-2019 ü'
const digest = (algorithm: string, text: string): string => createHash(algorithm).update(text).digest('hex')
// The package declares its names in a way that cannot be imported here.
const ARGON2I = 1
const made = await bcrypt(password, { cost: 4 })
const schemes: [string, string][] = [
  ['bcrypt of PHP', made.replace(/^\$2.\$/, '$2y$')],
  ['bcrypt, 2a', made.replace(/^\$2.\$/, '$2a$')],
  ['bcrypt, 2b', made.replace(/^\$2.\$/, '$2b$')],
  ['Argon2id of PHP', await argon2(password, { memoryCost: 8192, timeCost: 4, parallelism: 1 })],
  ['Argon2i of PHP', await argon2(password, { memoryCost: 8192, timeCost: 4, parallelism: 1, algorithm: ARGON2I })],
  ['md5', `{md5}${digest('md5', password)}`],
  ['sha256', `{sha256}${digest('sha256', password)}`],
  ['md5 with salt', `{md5+salt}a:b$:${digest('md5', `${password}a:b$`)}`],
  ['sha256 with salt', `{sha256+salt}x9:${digest('sha256', `${password}x9`)}`],
]

/** A member whose hash came from another panel. */
async function imported(passwordHash: string) {
  const { id, email } = await t.member()
  await t.database.db.update(accounts).set({ passwordHash }).where(eq(accounts.id, id))
  const login = (given = password, from = '192.0.2.1') =>
    t.call('POST', '/muser/auth/login', { email, password: given }, { 'x-forwarded-for': from })
  const stored = async () => (await t.database.db.select().from(accounts).where(eq(accounts.id, id)))[0]!.passwordHash
  return { id, login, stored }
}

test.each(schemes)('%s opens the account and becomes Argon2id at the first good login', async (_, hash) => {
  const { login, stored } = await imported(hash)
  expect((await login('Zugang-2019 u')).body.code).toBe('account.wrong_credentials')
  expect(await stored(), 'a wrong password changes nothing').toBe(hash)
  expect((await login()).status).toBe(200)
  const renewed = await stored()
  expect(renewed).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect((await login()).status).toBe(200)
  expect(await stored(), 'it is renewed once').toBe(renewed)
})

test.each(schemes.slice(2, 4))('many logins at once with %s all enter, and the hash is renewed once', async (_, hash) => {
  const { login, stored, id } = await imported(hash)
  await t.asOwner(`create table if not exists renewals (account bigint)`)
  await t.asOwner(`create or replace function note_renewal() returns trigger language plpgsql security definer as
    $$ begin insert into renewals values (new.id); return new; end $$`)
  await t.asOwner(`create or replace trigger note_renewal after update of password_hash on accounts for each row
    when (old.password_hash <> new.password_hash and new.password_hash like '%m=19456,%') execute function note_renewal()`)
  const answers = await atOnce((i) => login(password, `192.0.2.${i}`))
  expect(answers.map(({ status }) => status)).toEqual(Array(RACES).fill(200))
  expect(await stored()).toMatch(/^\$argon2id\$/)
  expect((await t.asOwner(`select from renewals where account = ${id}`)).rowCount).toBe(1)
})

test.each([
  ['', 'nothing'],
  ['{md5}', 'md5 without a digest'],
  ['{md5}abc', 'a short md5'],
  [`{sha1}${digest('sha1', password)}`, 'an unknown digest'],
  [`{sha256}${digest('md5', password)}`, 'a digest of another kind'],
  [made.slice(0, -1), 'a cut bcrypt hash'],
  [made.replace('$04$', '$99$'), 'bcrypt of an impossible cost'],
  ['$argon2id$v=19$m=8192,t=4,p=1$c2FsdHNhbHQ', 'a cut Argon2 hash'],
  ['$argon2id$', 'the name of a hash alone'],
])('a damaged hash, %j, is a wrong password like any other', async (hash) => {
  const { login, stored } = await imported(hash)
  const { status, body } = await login()
  expect([status, body.code, await stored()]).toEqual([422, 'account.wrong_credentials', hash])
})
