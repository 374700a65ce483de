import pg from 'pg'
import { expect, test } from 'vitest'
import { databaseUrls } from './urls.ts'

const seen = (url: string) => {
  const { host, port, user, password, database, ssl } = new pg.Client(url)
  return { host, port, user, password, database, ssl }
}

test('without a direct address, one address serves every purpose; what needs a session bypasses the pooler, as the server and not as the owner', () => {
  const url = 'postgres://portico:secret@db.example.com/portico'
  expect(databaseUrls(url, null)).toEqual({ server: url, direct: url, owner: url })
  const server = 'postgres://server:p%40ss%2Fword@pooler:6432/portico'
  const urls = databaseUrls(server, 'postgres://owner:secret@db.example.com:5433/portico')
  expect(urls).toMatchObject({ server, owner: 'postgres://owner:secret@db.example.com:5433/portico' })
  expect(seen(urls.direct)).toEqual({ ...seen(urls.owner), user: 'server', password: 'p@ss/word' })
})

test('an address without a host keeps its socket', () => {
  const urls = databaseUrls(
    'postgres:///portico?host=/run/pooler&user=server&password=x',
    'postgres:///portico?host=/run/postgresql&user=owner',
  )
  expect(seen(urls.direct)).toMatchObject({ host: '/run/postgresql', user: 'server', password: 'x', database: 'portico' })
})
