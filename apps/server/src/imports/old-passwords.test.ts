import { pbkdf2Sync } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { hashSync as argon2 } from '@node-rs/argon2'
import { hashSync as bcrypt } from '@node-rs/bcrypt'
import { expect, test } from 'vitest'
import { startApp } from '../../test/harness.ts'
import { type Board, boardMember, dumpOf, hex, v2boardOf } from '../../test/old-board.ts'
import { importFolder } from './open-old.ts'

const now = Math.floor(Date.now() / 1000)
const COUNT = 20
const SITE_SALT = "a:b'$"
const word = (i: number): string => `密码 secret ${i}`
const php = (text: string): string => bcrypt(text, 4).replace('$2b$', '$2y$')
// The package declares its names in a way that cannot be imported here: 1 is Argon2i, 2 is Argon2id.
const argon = (text: string, algorithm: number): string => argon2(text, { memoryCost: 1024, timeCost: 1, parallelism: 1, algorithm })
const people = <T>(of: (i: number) => T): T[] => Array.from({ length: COUNT }, (_, i) => of(i + 1))
const nth = <T>(i: number, of: readonly T[]): T => of[i % of.length] as T // a rest is below the length

const BOARD_SCHEMES = ['bcrypt', 'md5', 'sha256', 'md5salt', 'sha256salt'] as const
/** As `v2_user` has it; `sha256salt` is Xboard's alone. */
function boardPassword(i: number, scheme: (typeof BOARD_SCHEMES)[number]) {
  const [salt, text] = [`s:${i} l`, word(i)]
  if (scheme === 'bcrypt') return { password: php(text), password_algo: null }
  const salted = scheme.endsWith('salt') ? salt : ''
  return { password: hex(scheme.startsWith('md5') ? 'md5' : 'sha256', text + salted), password_algo: scheme, password_salt: salted || null }
}
const boardOf = (schemes: readonly (typeof BOARD_SCHEMES)[number][]): Board =>
  v2boardOf(
    now,
    people((i) => boardMember(100 + i, now, { email: `p${i}@example.com`, ...boardPassword(i, nth(i, schemes)) })),
  )

function xboard(): Board {
  const { v2_server_vmess: _, v2_server_shadowsocks: __, v2_plan: plans = [], ...rest } = boardOf(BOARD_SCHEMES)
  const v2_plan = plans.map((plan) => ({ ...plan, prices: '{"monthly":19.9}', sell: 1 }))
  return { ...rest, v2_plan, v2_settings: [{ id: 1, name: 'server_token', value: 'x' }] }
}

const sspanel = (passOf: (i: number) => string): Board => ({
  user: people((i) => ({
    id: 100 + i,
    user_name: `name ${i}`,
    email: `p${i}@example.com`,
    pass: passOf(i),
    passwd: `passwd ${i}`,
    uuid: `00000000-0000-4000-8000-${String(i).padStart(12, '0')}`,
    u: 1,
    d: 2,
    transfer_enable: 1000,
    class: 1,
    class_expire: '2099-01-01 08:00:00',
    node_group: 2,
    money: '0',
    ref_by: 0,
    locale: 'en',
  })),
})
const NO_ROWS = Object.fromEntries(
  'link node product order invoice paylist user_coupon gift_card user_invite_code ticket docs announcement payback config'
    .split(' ')
    .map((name) => [name, ['id']]),
)
const phpConfig = (method: string): string => String.raw`<?php
$_ENV['pwdMethod'] = '${method}';
$_ENV['salt'] = 'a:b\'$';
`

/** PPanel's form, and those of others, in the list that fits every panel. */
function csv(): string {
  const rows = people((i) => {
    const salt = `salt${String(i).padStart(12, '0')}`
    const [scheme, hash, rounds] = nth(i, [
      ['pbkdf2-sha512', pbkdf2Sync(word(i), salt, 100, 32, 'sha512').toString('hex'), '100'],
      ['sha3-256', hex('sha3-256', word(i) + salt), ''],
      ['', php(word(i)), ''],
    ])
    return [`p${i}@example.com`, hash, scheme, scheme === '' ? '' : salt, rounds].join(',')
  })
  return ['email,password,password_scheme,password_salt,password_iterations', ...rows].join('\n')
}

const SOURCES: [name: string, file: string, content: () => string, config: string | null][] = [
  ['v2board: bcrypt, md5, sha256, md5salt', 'a.sql', () => dumpOf(boardOf(BOARD_SCHEMES.slice(0, 4)), { failed_jobs: ['id'] }), null],
  ['Xboard: sha256salt too', 'b.sql', () => dumpOf(xboard(), { v2_server: ['id'], v2_gift_card_template: ['id'] }), null],
  [
    'SSPanel-UIM: bcrypt, argon2i, argon2id, sha256 with the salt of the site',
    'c.sql',
    () =>
      dumpOf(
        sspanel((i) => nth(i, [php(word(i)), argon(word(i), 1), argon(word(i), 2), hex('sha256', word(i) + SITE_SALT)])),
        NO_ROWS,
      ),
    phpConfig('sha256'),
  ],
  [
    'SSPanel-UIM: sha3-256 with the salt of the site',
    'd.sql',
    () =>
      dumpOf(
        sspanel((i) => hex('sha3-256', word(i) + SITE_SALT)),
        NO_ROWS,
      ),
    phpConfig('sha3'),
  ],
  ['a list: PBKDF2, sha3-256, bcrypt', 'e.csv', csv, null],
]

test.each(SOURCES)(
  'twenty members at once sign in with their old passwords, and each password gets a new hash: %s',
  async (_, file, content, config) => {
    const t = await startApp()
    try {
      const folder = importFolder(t.app.config)
      await mkdir(folder, { recursive: true })
      await writeFile(join(folder, file), content())
      if (config !== null) await writeFile(join(folder, 'config.php'), config)
      const owner = await t.admin()
      const body = {
        action: 'move',
        file,
        database: null,
        source: null,
        options: config === null ? {} : { config: 'config.php' },
        choices: {},
      }
      const { body: begun } = await owner.call('POST', '/admin/imports', body)
      const read = async () => (await owner.call('GET', `/admin/imports/${begun.id}`)).body
      await expect.poll(async () => (await read()).state).not.toBe('running')
      expect(await read()).toMatchObject({ state: 'done', fault: null })

      const ours = async () =>
        (
          await t.database.pool.query(
            `select count(*)::int as n from accounts where email like 'p%@example.com' and password_hash like '$argon2id$v=19$m=19456,%'`,
          )
        ).rows[0].n
      expect(await ours()).toBe(0)
      const login = (i: number, password: string) => t.call('POST', '/muser/auth/login', { email: `p${i}@example.com`, password })
      expect((await login(1, word(2))).status).toBe(422)
      const answers = await Promise.all(people((i) => login(i, word(i))))
      expect(answers.map(({ status }) => status)).toEqual(people(() => 200))
      expect(await ours()).toBe(COUNT)
      expect((await login(3, word(3))).status).toBe(200)
    } finally {
      await t.stop()
    }
  },
)
