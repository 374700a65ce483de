import type pg from 'pg'
import { hashPassword } from '../apps/server/src/accounts/password.ts'
import { costs, signedCall } from './limit-lines.ts'
import { get } from './load.ts'
import { type Line, startCallServer, startFloor } from './measure.ts'
import { seedMembers, seedNodes } from './seed.ts'

const [MEMBERS, PASSWORD] = [2000, 'bench password of a member']

/**
 * A login with a password, with everything that belongs to it, against a bare server that only checks the same Argon2id hash: processor
 * time of server and database, one at a time. The rest are some fifteen statements: limits, the known browser, the session, the warning
 * about a new one. Fewer checks would save ten milliseconds of a login, which no one notices.
 */
export async function timeLogins(client: pg.Client, databaseUrl: string): Promise<Line> {
  await seed(client)
  const [server, floor] = [await startCallServer(databaseUrl, true), await startFloor(databaseUrl, MEMBERS)]
  const ours = { pid: server.pid, target: { port: server.port, next: login, status: 200 } }
  const check = { pid: floor.pid, target: { port: floor.port, next: () => get(`/verify?${PASSWORD.replaceAll(' ', '+')}`), status: 200 } }
  const figures = await costs(client, ours, check, 1)
  await Promise.all([server.stop(), floor.stop()])
  return { name: 'login with a password against one Argon2id verify', ...figures, bar: 2.5, atMost: true, unit: 'µs of CPU' }
}

async function seed(client: pg.Client): Promise<void> {
  const { rowCount } = await client.query('select 1 from groups')
  if (rowCount === 0) await seedNodes(client, 1)
  await seedMembers(client, MEMBERS)
  await client.query('update accounts set password_hash = $1 where id <= $2', [await hashPassword(PASSWORD), MEMBERS])
  await client.query(
    `insert into identities (account_id, provider, subject, label, created_at)
     select id, 'email', 'login' || id || '@example.com', 'login' || id || '@example.com', now() from accounts where id <= $1
     -- The operator has one.
     on conflict (account_id, provider) where provider in ('email', 'phone') do update set subject = excluded.subject, label = excluded.label`,
    [MEMBERS],
  )
  await client.query('vacuum analyze')
}

let member = 0

/** One signed login in wire form, of the next member. */
function login(): string {
  member = (member % MEMBERS) + 1
  return signedCall('POST', '/muser/auth/login', { email: `login${member}@example.com`, password: PASSWORD }, null)
}
