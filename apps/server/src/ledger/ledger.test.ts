import { expect, test } from 'vitest'
import { atOnce, RACES } from '../../test/at-once.ts'
import { audited } from '../../test/audited.ts'
import { openShop } from '../../test/gateways/shop.ts'
import { forFile, startApp } from '../../test/harness.ts'
import { memberBalance, post } from './post.ts'

let serial = 0
const t = await forFile(startApp())
const shop = await openShop(t)

type Legs = Parameters<typeof post>[1]['legs']
const posting = (legs: Legs, key = `test:${++serial}`) =>
  t.database.transaction((tx) => post(tx, { kind: 'balance.adjusted', key, currency: 'CNY', legs, at: t.app.now() }))
const run = (statement: string, values: unknown[] = []) => t.database.pool.query(statement, values)
/** A member with 10.00, and their ledger account. */
async function rich() {
  const member = await t.member()
  await shop.give(member, 1000)
  const { rows } = await run(`select id from ledger_accounts where kind = 'member' and owner_id = $1`, [member.id])
  return { member, ledgerAccountId: rows[0].id as number }
}

test('the database refuses a transaction that does not sum to zero, and keeps nothing of it', async () => {
  const { member } = await rich()
  const unbalanced = [
    { kind: 'site', amount: -5 },
    { kind: 'member', ownerId: member.id, amount: 6 },
  ] as const
  const refusal = { cause: { message: expect.stringContaining('does not sum to zero') } }
  await expect(posting([...unbalanced])).rejects.toMatchObject(refusal)
  await expect(posting([{ kind: 'member', ownerId: member.id, amount: 1 }])).rejects.toMatchObject(refusal)
  expect(await memberBalance(t.database.db, member.id, 'CNY')).toBe(1000)
})

test('it refuses a transaction that balances only across currencies', async () => {
  const { ledgerAccountId } = await rich()
  const mixed = t.database.transaction(async (tx) => {
    await post(tx, {
      kind: 'balance.adjusted',
      key: 'mixed',
      currency: 'USD',
      legs: [
        { kind: 'site', amount: -5 },
        { kind: 'revenue', amount: 5 },
      ],
      at: t.app.now(),
    })
    const { sql } = await import('drizzle-orm')
    await tx.execute(sql`
      insert into ledger_entries (transaction_id, ledger_account_id, currency, amount)
      select t.id, a.id, a.currency, case a.currency when 'CNY' then 5 else -5 end
      from ledger_transactions t, ledger_accounts a
      where t.key = 'mixed' and (a.id = ${ledgerAccountId} or (a.kind = 'site' and a.currency = 'USD'))`)
  })
  await expect(mixed).rejects.toMatchObject({ cause: { message: expect.stringContaining('does not sum to zero') } })
})

test.each([
  'update ledger_entries set amount = amount + 1',
  'update ledger_entries set amount = amount',
  'delete from ledger_entries',
  'truncate ledger_entries',
  'update ledger_transactions set note = note',
  'delete from ledger_transactions',
  'truncate ledger_transactions cascade',
])('a written transaction cannot change: %s', async (statement) => {
  await rich()
  // As the owner, because the server's role may not even truncate.
  await expect(t.asOwner(statement)).rejects.toThrow('append-only')
})

test('a balance cannot be written directly', async () => {
  const { member, ledgerAccountId } = await rich()
  await expect(run('update ledger_accounts set balance = 999999 where id = $1', [ledgerAccountId])).rejects.toThrow(
    'only by ledger entries',
  )
  await expect(run('update ledger_accounts set balance = balance + 1')).rejects.toThrow('only by ledger entries')
  expect(await memberBalance(t.database.db, member.id, 'CNY')).toBe(1000)
})

test("no posting takes a member's balance below zero", async () => {
  const { member } = await rich()
  const take = (amount: number) =>
    posting([
      { kind: 'member', ownerId: member.id, amount: -amount },
      { kind: 'revenue', amount },
    ])
  await expect(take(1001)).rejects.toMatchObject({ code: 'balance.insufficient' })
  const refused = await shop.admin.call('POST', `/admin/users/${member.id}/balance`, { amount: -1001, reason: 'x' })
  expect(refused.status).not.toBe(200)
  const taken = await Promise.allSettled(Array.from({ length: RACES }, () => take(300)))
  expect(taken.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
  expect(await memberBalance(t.database.db, member.id, 'CNY')).toBe(100)
})

test('many postings with one cause move money once; balances in different currencies are separate', async () => {
  const { member } = await rich()
  const legs: Legs = [
    { kind: 'site', amount: -50 },
    { kind: 'member', ownerId: member.id, amount: 50 },
  ]
  const posted = await atOnce(() => posting(legs, `cause:${member.id}`))
  expect(posted.filter(Boolean)).toHaveLength(1)
  expect(await memberBalance(t.database.db, member.id, 'CNY')).toBe(1050)
  expect(await memberBalance(t.database.db, member.id, 'USD')).toBe(0)
})

test('an account starts empty and keeps its owner and its currency', async () => {
  const { ledgerAccountId } = await rich()
  await expect(run(`insert into ledger_accounts (kind, owner_id, currency, balance) values ('member', 999999, 'CNY', 5)`)).rejects.toThrow(
    'a balance changes only by ledger entries',
  )
  for (const change of [`owner_id = 999999`, `kind = 'site'`, `currency = 'USD'`]) {
    await expect(run(`update ledger_accounts set ${change} where id = $1`, [ledgerAccountId])).rejects.toThrow('stays whose it is')
  }
  await expect(run('delete from ledger_accounts where id = $1', [ledgerAccountId])).rejects.toThrow('append-only')
  const { rows } = await run('select max(id) as id from ledger_transactions')
  const entry = 'insert into ledger_entries (transaction_id, ledger_account_id, currency, amount) values ($1, $2, $3, 5)'
  await expect(run(entry, [rows[0].id, ledgerAccountId, 'USD'])).rejects.toThrow('ledger_entries_currency')
})

test('each balance adjustment is one row of the audit log: who, from how much, to how much, and why', async () => {
  const { member } = await rich()
  const adjust = (amount: number, reason: string) => shop.admin.call('POST', `/admin/users/${member.id}/balance`, { amount, reason })
  const before = (await audited(t, 'member', member.id)).length
  await atOnce(() => adjust(-150, 'Correction'))
  expect(await memberBalance(t.database.db, member.id, 'CNY')).toBe(1000 - 6 * 150)
  const rows = (await audited(t, 'member', member.id)).slice(before)
  const by = { action: 'balance.adjust', actorKind: 'staff', actorId: shop.admin.id, reason: 'Correction' }
  expect(rows).toMatchObject(Array.from({ length: 6 }, (_, n) => ({ ...by, before: { balance: 1000 - 150 * n } })))
  expect(rows.at(-1)!.after).toEqual({ balance: 100, currency: 'CNY' })
})
