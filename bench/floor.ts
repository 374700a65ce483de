import { createServer } from 'node:http'
import pg from 'pg'
import { passwordMatches } from '../apps/server/src/accounts/password.ts'

// The floor for every hot path: node:http and one prepared SELECT, or upsert, by primary key, or one check of a password, nothing else.
const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 10 })
const members = Number(process.env['MEMBERS'])
let next = 0

const select = { name: 'floor', text: 'select * from subscriptions where account_id = $1' }
const upsert = {
  name: 'upsert',
  text: `insert into bench_counters as c (key, points, ends_at) values ($1, 1, now() + interval '1 minute')
    on conflict (key) do update set points = c.points + 1 returning key, points, ends_at`,
}

let stored: string | undefined

async function check(password: string): Promise<boolean> {
  stored ??= (await pool.query<{ password_hash: string }>('select password_hash from accounts where id = 1')).rows[0]?.password_hash
  return passwordMatches(stored ?? null, password)
}

const server = createServer(({ url }, response) => {
  if (url?.startsWith('/verify?')) {
    const password = url.slice('/verify?'.length).replaceAll('+', ' ')
    return void check(password).then((matches) => response.writeHead(matches ? 200 : 500, { 'content-length': 0 }).end())
  }
  next = (next % members) + 1
  const statement = url === '/upsert' ? upsert : select
  pool
    .query({ ...statement, values: [next] })
    .then(({ rows }) => {
      const body = Buffer.from(JSON.stringify(rows[0]))
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length })
      response.end(body)
    })
    .catch(() => {
      response.writeHead(500, { 'content-length': 0 })
      response.end()
    })
})
server.listen(Number(process.env['PORT']), '127.0.0.1', () => console.log('ready'))
