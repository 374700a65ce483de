import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import { allOf } from '../../test/old-board.ts'
import { importedMatches, storedHash } from '../accounts/imported-password.ts'
import { differencesOf } from './compare/compare-links.ts'
import { readNodes } from './compare/shown-node.ts'
import { toFindings } from './intake/findings.ts'
import { KeyIndex } from './intake/key-index.ts'
import { openCsv } from './old/open-csv.ts'
import { openDump } from './old/open-dump.ts'
import { csv } from './sources/csv/csv.ts'

const folder = mkdtempSync(join(tmpdir(), 'portico-dump-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
let serial = 0
async function rowsOf(dump: string | Buffer, table = 't') {
  const path = join(folder, `${serial++}.sql`)
  writeFileSync(path, dump)
  const old = await openDump(path)
  const rows = await allOf(old.rows(table))
  await old.close()
  return rows
}
const TABLE = "CREATE TABLE `t` (\n  `a` int(11),\n  `b` text COMMENT 'it''s; (odd)',\n  PRIMARY KEY (`a`)\n);\n"

test('a dump is read as each tool writes it: quotes, escapes, numbers above 2^53, comments and semicolons within texts', async () => {
  const values = String.raw`(1,'it\'s; \"x\"\\\n\0'),(9007199254740993,NULL), (-3,'') ,(4,'a''b),(5,\'no row\''),(0x41,_binary 'raw'),(6,X'E4BDA0')`
  const dump = `/*!40101 SET NAMES utf8 */;\n# note; \n-- it's a comment\n${TABLE}INSERT INTO \`t\` VALUES ${values};\ninsert into t (b, a) values ('turned', 7);\n`
  expect(await rowsOf(dump)).toEqual([
    { a: '1', b: 'it\'s; "x"\\\n\0' },
    { a: '9007199254740993', b: null },
    { a: '-3', b: '' },
    { a: '4', b: "a'b),(5,'no row'" },
    { a: 'A', b: 'raw' },
    { a: '6', b: '你' },
    { a: '7', b: 'turned' },
  ])
  expect(await rowsOf(gzipSync(dump))).toHaveLength(7)
})

test('rows of several megabytes are the same wherever a piece of the file ends', async () => {
  const rows = Array.from({ length: 3000 }, (_, i) => `(${i},'${`${i};\\'`.repeat(200)}')`)
  const read = await rowsOf(`${TABLE}INSERT INTO \`t\` VALUES\n${rows.join(',\n')};\n`)
  expect(read).toHaveLength(3000)
  expect(read.every(({ a, b }, i) => a === String(i) && b === `${i};'`.repeat(200))).toBe(true)
})

test('a dump that ends within a statement, or without its last line, is cut off', async () => {
  await expect(rowsOf(`${TABLE}INSERT INTO \`t\` VALUES (1,'x'),(2,'y`)).rejects.toThrow('cut_off')
  await expect(rowsOf(`-- MySQL dump 10.13\n${TABLE}INSERT INTO \`t\` VALUES (1,'x');\n`)).rejects.toThrow('cut_off')
  await expect(rowsOf(gzipSync(Buffer.from(TABLE.repeat(2000))).subarray(0, -20))).rejects.toThrow('cut_off')
  await expect(rowsOf(`${TABLE}INSERT INTO \`t\` VALUES (1,'x',3);\n`)).rejects.toThrow('damaged')
})

test('a list of members in CSV brings what its columns say, and a line that does not fit is refused', async () => {
  const path = join(folder, 'members.csv')
  const read = async (text: string) => {
    writeFileSync(path, text)
    const given = {
      options: { link_paths: '/link/{token}' },
      currency: 'CNY',
      now: new Date(),
      choice: () => '',
      readConfig: async () => null,
    }
    return allOf(csv.read(await openCsv(path), given))
  }
  const head = 'email,name,password,password_scheme,password_salt,group,quota_bytes,up_bytes,expires_at,token,balance,secret_trojan'
  const records = await read(
    `\uFEFF${head}\r\na@example.com,"A ""the first"", of\n many",${'0'.repeat(32)},md5,salt,VIP,9007199254740993,5,2026-12-01 00:00:00,t-1,-12.5,p w\r\n`,
  )
  expect(records.find(({ kind }) => kind === 'link_source')).toMatchObject({ paths: [{ path: '/link/{token}', format: null }] })
  expect(records.find(({ kind }) => kind === 'group')).toMatchObject({ key: 'VIP' })
  expect(records.find(({ kind }) => kind === 'member')).toMatchObject({
    name: 'A "the first", of\n many',
    password: { scheme: 'md5', salt: 'salt' },
    balance: -1250n,
    secrets: [{ kind: 'trojan', secret: 'p w', cipher: null }],
    links: [{ token: 't-1' }],
    term: { groups: ['VIP'], quota: 9_007_199_254_740_993n, up: 5n, endsAt: new Date('2026-12-01T00:00:00Z') },
  })
  await expect(read(`${head}\na@example.com,B\n`)).rejects.toThrow('line 2')
  await expect(read(`${head}\n"a@example.com`)).rejects.toThrow('cut_off')
})

test('an index of keys answers as a map does', () => {
  const [index, map] = [new KeyIndex(), new Map<string, number>()]
  for (let i = 0; i < 20_000; i++) {
    const key = `member ${i % 15_000}`
    expect(index.add(key, i)).toBe(map.get(key))
    if (!map.has(key)) map.set(key, i)
  }
  expect([index.size, index.get('member 7'), index.get('nobody')]).toEqual([15_000, 7, undefined])
  const texts = new KeyIndex(false)
  for (const key of map.keys()) expect(texts.add(key, 1)).toBeUndefined()
  expect([texts.size, texts.has('member 14999'), texts.add('member 7', 1), texts.has('nobody')]).toEqual([15_000, true, 1, false])
})

test('passwords of other panels match, whatever the scheme, and a damaged one matches nothing', async () => {
  // Made with Python's hashlib: sha3_256(b'secret' + b'salt:x'), pbkdf2_hmac('sha512', b'secret', b'0123456789abcdef', 100, 32).
  expect(storedHash({ scheme: 'sha3-256', salt: '', hex: 'none' })).toBeNull()
  const stored = [
    storedHash({ scheme: 'sha3-256', salt: 'salt:x', hex: '90695a0972b9ecd2abdb55174abc2ee39b67fa1e24b0fd21a31d8d45b0dc215c' }),
    storedHash({
      scheme: 'pbkdf2-sha512',
      salt: '0123456789abcdef',
      iterations: 100,
      hex: '350d0786b566835d0ac508e9b5b9aa43d95b5541918fc0d49f5ae835cefe9b1f',
    }),
  ]
  for (const hash of stored) {
    expect(await importedMatches(hash ?? '', 'secret')).toBe(true)
    expect(await importedMatches(hash ?? '', 'Secret')).toBe(false)
  }
})

const YAML = `proxies:
  - { name: A, type: vless, server: a.example.com, port: 443, uuid: u-1, network: ws, tls: true, servername: sni.example.com, ws-opts: { path: /x, headers: { Host: h.example.com } }, flow: '' }
  - { name: B, type: ss, server: b.example.com, port: 8388, cipher: aes-128-gcm, password: p-1 }
  - { name: C, type: trojan, server: c.example.com, port: 443, password: p-1, sni: c.example.com }
  - { name: D, type: vless, server: d.example.com, port: 443, uuid: u-1, tls: true, flow: xtls-rprx-vision, reality-opts: { public-key: K, short-id: ab }, servername: www.example.com }
  - { name: rest 5 GB, type: ss, server: 127.0.0.1, port: 1, cipher: aes-128-gcm, password: x }
`
const LINKS = [
  'vless://u-1@a.example.com:443?type=ws&security=tls&sni=sni.example.com&path=%2Fx&host=h.example.com#A',
  `ss://${Buffer.from('aes-128-gcm:p-1').toString('base64url')}@b.example.com:8388#B`,
  'trojan://p-1@c.example.com:443?sni=c.example.com&peer=c.example.com#C',
  'vless://u-1@d.example.com:443?type=tcp&security=reality&flow=xtls-rprx-vision&pbk=K&sid=ab&sni=www.example.com&encryption=none#D',
].join('\r\n')

test('two formats with the same nodes are equal, and ten planted differences are found and nothing else', () => {
  const [yaml, links] = [readNodes(YAML) ?? [], readNodes(Buffer.from(LINKS).toString('base64')) ?? []]
  expect(differencesOf('m', yaml, links)).toEqual([])
  const planted = LINKS.replace('a.example.com:443', 'a.example.com:444')
    .replace('path=%2Fx', 'path=%2Fy')
    .replace('host=h.', 'host=g.')
    .replace('sni=sni.', 'sni=other.')
    .replace(Buffer.from('aes-128-gcm:p-1').toString('base64url'), Buffer.from('aes-256-gcm:p-2').toString('base64url'))
    .replace('#C', '#E')
    .replace('sid=ab', 'sid=ac')
    .replace('pbk=K', 'pbk=L')
  const found = differencesOf('m', yaml, readNodes(planted) ?? []).map(({ node, field }) => `${node} ${field}`)
  expect(found.toSorted()).toEqual(
    ['A port', 'A path', 'A host', 'A sni', 'B secret', 'B cipher', 'C missing', 'D key', 'D shortId', 'E added'].toSorted(),
  )
})

test('a report names the rule that a node breaks in the language of its reader', () => {
  const stored = [{ code: 'node_left_out' as const, count: 1, rows: [{ row: 'v2_server 7', what: 'Hy {x}: {protocol.obfs_password}' }] }]
  expect(toFindings(stored, {}, 'en')[0]?.rows[0]?.what).toBe('Hy {x}: Use at least 4 characters.')
  expect(toFindings(stored, {}, 'zh-CN')[0]?.rows[0]?.what).toBe('Hy {x}: 至少需要 4 个字符。')
})
