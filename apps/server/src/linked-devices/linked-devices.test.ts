import { expect, test } from 'vitest'
import { atOnce, expectOne } from '../../test/at-once.ts'
import { forFile, startApp } from '../../test/harness.ts'
import { FIRST_ROW } from '../accounts/accounts.table.ts'
import { insertAccount } from '../accounts/write-account.ts'
import { personalData } from '../additions.ts'
import { takeBackSome } from '../traffic/take-back-batches.ts'

const t = await forFile(startApp())
const owner = await t.admin()
await owner.call('PATCH', '/admin/settings', { 'subscription.hwid': 'limit' })

/** A node and a member of its group whose plan has so many places. */
async function made(deviceLimit: number | null = 2, more: object = {}) {
  const node = await t.node()
  const member = await t.holder(node.groupId, { deviceLimit, ...more })
  const { token, uuid } = await t.subscription(member.id)
  const add = async (name: string) => {
    const { status, body } = await member.call('POST', '/muser/linked-devices', { name })
    expect(status).toBe(200)
    return { id: body.id as number, token: String(body.link).split('/').at(-1)! }
  }
  const list = async () => (await member.call('GET', '/muser/linked-devices')).body
  const rows = async () => (await node.pull('user')).body.users as { id: number; uuid: string; speed_limit: number; device_limit: number }[]
  return { node, member, token, uuid, add, list, rows }
}

/** What an app gets: the names of the nodes, with their credentials. */
async function fetched(token: string, hwid = '', more: Record<string, string> = {}) {
  const headers = { 'user-agent': 'Happ/4.11.0', ...(hwid && { 'x-hwid': hwid }), ...more }
  const answer = await fetch(`${t.base}/s/${token}?flag=sing-box`, { headers })
  const { outbounds } = (await answer.json()) as { outbounds: { type: string; tag: string; password?: string }[] }
  const [node] = outbounds.filter(({ type }) => ['trojan', 'shadowsocks'].includes(type))
  return { name: node!.tag, secret: node!.password, isLimited: answer.headers.get('x-hwid-limit') === 'true' }
}

test('devices that send an id hold places until there are none; the next one reads which, and where to free one', async () => {
  const { member, token, uuid, list } = await made(2)
  const phone = { 'x-device-os': 'Android', 'x-ver-os': '15', 'x-device-model': Buffer.from('小米 15').toString('latin1') }
  expect(await fetched(token, 'one', phone)).toEqual({ name: 'Node', secret: uuid, isLimited: false })
  expect((await fetched(token, 'two', { 'x-device-os': 'iOS' })).secret).toBe(uuid)
  expect((await fetched(token, 'one', phone)).secret).toBe(uuid)
  const refused = await fetched(token, 'three')
  expect(refused).toMatchObject({
    isLimited: true,
    name: expect.stringMatching(/^All places are taken: .*\. Free one at .*\/user\/devices$/),
  })
  expect(refused.name).toMatch(/小米 15/)
  expect(refused.secret).not.toBe(uuid)
  expect((await fetched(token, 'three', { 'accept-language': 'zh-CN' })).name).toMatch(/^设备名额已满：.*iOS.*移除一台$/)
  // Who sends no id is counted by address on the nodes, as before.
  expect((await fetched(token)).secret).toBe(uuid)
  const { items, limit, taken } = await list()
  expect([limit, taken]).toEqual([2, 2])
  expect(items[0]).toMatchObject({ rule: 'hwid', os: 'Android', os_version: '15', model: '小米 15', client: 'happ', bytes: null, name: '' })

  expect((await member.call('PATCH', `/muser/linked-devices/${items[1].id}`, { name: ' Mother’s phone ' })).status).toBe(200)
  expect((await fetched(token, 'three')).name).toContain('Mother’s phone')
  expect((await member.call('POST', `/muser/linked-devices/${items[0].id}/removal`)).status).toBe(200)
  expect((await fetched(token, 'three')).secret).toBe(uuid)
  expect((await fetched(token, 'one', phone)).isLimited).toBe(true)
})

test('of twenty devices at once for one place, one gets it, by their ids and by links of their own', async () => {
  const { token, uuid, list } = await made(1)
  const answers = await atOnce((n) => fetched(token, `device ${n}`), 20)
  expect(answers.filter(({ secret }) => secret === uuid)).toHaveLength(1)
  expect(answers.filter(({ isLimited }) => isLimited)).toHaveLength(19)
  expect((await list()).total).toBe(1)

  const other = await made(1)
  const added = await atOnce((n) => other.member.call('POST', '/muser/linked-devices', { name: `device ${n}` }), 20)
  expectOne(added, 'device.no_place')
  expect(await other.rows()).toHaveLength(1)
})

test('where ids only count, or are ignored, nobody is refused', async () => {
  const { token, uuid, list } = await made(1)
  await owner.call('PATCH', '/admin/settings', { 'subscription.hwid': 'count' })
  for (const hwid of ['one', 'two', 'three']) expect((await fetched(token, hwid)).secret).toBe(uuid)
  expect(await list()).toMatchObject({ total: 3, taken: 0 })
  await owner.call('PATCH', '/admin/settings', { 'subscription.hwid': 'off' })
  expect((await fetched(token, 'four')).secret).toBe(uuid)
  expect((await list()).total).toBe(3)
  await owner.call('PATCH', '/admin/settings', { 'subscription.hwid': 'limit' })
  expect((await fetched(token, 'four')).isLimited).toBe(true)
})

test('a device with a link of its own has its own credential; removing it leaves the others, and the shared link has what places are left', async () => {
  const { member, token, uuid, add, rows } = await made(3, { speedLimit: 100 })
  expect(await rows()).toEqual([{ id: member.id, uuid, speed_limit: 100, device_limit: 3 }])
  const [phone, laptop] = [await add('Phone'), await add('Laptop')]
  const [shared, first, second] = await rows()
  expect(shared).toEqual({ id: member.id, uuid, speed_limit: 33, device_limit: 1 })
  expect([first, second].map((row) => [row!.speed_limit, row!.device_limit])).toEqual([
    [33, 2],
    [33, 2],
  ])
  const uuids = [first!.uuid, second!.uuid, uuid]
  expect(new Set(uuids).size).toBe(3)
  for (const row of [first!, second!]) expect(row.id).toBeGreaterThanOrEqual(FIRST_ROW)
  const secrets = [(await fetched(phone.token)).secret, (await fetched(laptop.token)).secret]
  expect(new Set(secrets)).toEqual(new Set([first!.uuid, second!.uuid]))

  // The link is for the first device that fetches it, and that device needs no place of its own.
  expect((await fetched(token, 'phone')).secret).toBe(uuid)
  expect((await fetched(phone.token, 'phone')).secret).toBe(secrets[0])
  expect((await fetched(phone.token, 'copy')).name).toMatch(/^This link belongs to another device/)
  expect((await member.call('POST', '/muser/linked-devices', { name: 'Tablet' })).status).toBe(200)
  // Now that devices hold all places, the shared link gives none.
  expect((await rows()).map(({ id }) => id)).not.toContain(member.id)
  expect(await fetched(token)).toMatchObject({ isLimited: true, name: expect.stringMatching(/Phone/) })
  expect((await member.call('POST', '/muser/linked-devices', { name: 'TV' })).body.code).toBe('device.no_place')

  expect((await member.call('POST', `/muser/linked-devices/${phone.id}/removal`)).status).toBe(200)
  expect((await fetch(`${t.base}/s/${phone.token}`)).status).toBe(403)
  expect((await fetched(laptop.token)).secret).toBe(secrets[1])
  expect((await rows()).map((row) => row.uuid)).toContain(secrets[1])
  expect((await rows()).map((row) => row.uuid)).not.toContain(secrets[0])
  // A new shared link leaves the devices alone.
  await member.call('GET', '/muser/resetSecurity')
  expect((await fetched(laptop.token)).secret).toBe(secrets[1])
})

test('a plan with fewer places serves the oldest devices', async () => {
  const { member, add, rows, list } = await made(3)
  const devices = [await add('one'), await add('two'), await add('three')]
  await t.change(owner, member.id, { own_device_limit: 2 })
  expect(await rows()).toHaveLength(2)
  expect((await list()).items.map(({ has_place: has }: { has_place: boolean }) => has)).toEqual([true, true, false])
  expect((await fetched(devices[2]!.token)).isLimited).toBe(true)
  expect((await fetched(devices[1]!.token)).isLimited).toBe(false)
})

test('the shared link ends so many days after the first device got its own, at the nodes too, and returns with the last one', async () => {
  const { member, token, uuid, add, rows, list } = await made(null)
  await owner.call('PATCH', '/admin/settings', { 'subscription.shared_days': 7 })
  const phone = await add('Phone')
  expect((await list()).shared).toMatchObject({ works: true, ends_at: expect.any(String) })
  expect((await rows())[0]!.uuid).toBe(uuid)
  t.travel(7 * 86_400_000 + 1000)
  expect(await rows()).toHaveLength(1)
  expect((await fetched(token)).name).toBe('This link has ended: each device has its own')
  expect((await fetched(phone.token)).name).toBe('Node')
  await member.call('POST', `/muser/linked-devices/${phone.id}/removal`)
  expect((await rows())[0]!.uuid).toBe(uuid)
  expect((await fetched(token)).secret).toBe(uuid)
  await owner.call('PATCH', '/admin/settings', { 'subscription.shared_days': 0 })
})

test('bytes of a device return to its member, in every form of report, each row rounded on its own, and are taken back with it', async () => {
  const { node, member, add, rows, list } = await made(null)
  await add('Phone')
  await add('Laptop')
  await t.database.pool.query('update nodes set rate = 150 where id = $1', [node.id])
  const [shared, phone, laptop] = await rows()
  const unknown = [FIRST_ROW, FIRST_ROW + 1, FIRST_ROW + 2].find((id) => id !== phone!.id && id !== laptop!.id)!
  const push = { [shared!.id]: [10, 20], [phone!.id]: [300, 400], [laptop!.id]: [1, 0], [unknown]: [5, 5] }
  expect((await node.post('push', push)).status).toBe(200)
  const report = async (sequence: number, counters: object) =>
    (
      await fetch(`${t.base}/api/v1/server/v3/report?node_id=${node.id}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${node.secret}`, 'content-type': 'application/json' },
        body: JSON.stringify({ boot_id: 'boot', sequence, counters }),
      })
    ).json()
  expect(await report(1, { [phone!.id]: [1000, 0] })).toMatchObject({ applied: 1 })
  // Counters are cumulative: 500 more of the phone.
  expect(await report(2, { [phone!.id]: [1500, 0], [shared!.id]: [100, 0] })).toMatchObject({ applied: 2 })
  // At the rate of 1.5: up 15 + 450 + 2 + 1500 + 750 + 150, down 30 + 600.
  expect(await t.used(member.id)).toEqual([2867, 630])
  await t.work('count_traffic')
  const shown = async () => {
    const { items, shared: rest } = await list()
    return [...items.map((one: { bytes: number }) => one.bytes).toSorted((a: number, b: number) => a - b), rest.bytes]
  }
  expect(await shown()).toEqual([2, 3300, 195])

  // What comes after it was removed is still its member's.
  const removed = (await list()).items.find((one: { bytes: number }) => one.bytes === 3300)
  await member.call('POST', `/muser/linked-devices/${removed.id}/removal`)
  expect((await node.post('push', { [phone!.id]: [100, 0] })).status).toBe(200)
  expect(await t.used(member.id)).toEqual([3017, 630])
  const reported = { nodeId: node.id, since: new Date(0), networks: [] }
  await t.database.transaction((tx) => takeBackSome(tx, reported, 100, t.app.now()))
  expect(await t.used(member.id)).toEqual([0, 0])
  expect(await shown()).toEqual([0, 0])
})

test('addresses are counted for each row, and a plan in hold begins with the traffic of a device', async () => {
  const { node, member, add, rows } = await made(3)
  await add('Phone')
  const [shared, phone] = await rows()
  await node.post('alive', { [shared!.id]: ['192.0.2.1', '192.0.2.2'], [phone!.id]: ['192.0.2.1'] })
  expect((await node.pull('alivelist')).body.alive).toEqual({ [shared!.id]: 2, [phone!.id]: 1 })
  await node.post('alive', { [phone!.id]: ['192.0.2.9'] })
  expect((await node.pull('alivelist')).body.alive).toEqual({ [shared!.id]: 2, [phone!.id]: 1 })
  const seen = (await member.call('GET', '/muser/devices')).body
  expect([seen.count, seen.limit, seen.items.length]).toEqual([2, 2, 3])
  const startsBy = new Date(t.app.now().getTime() + 86_400_000)
  await t.subscribe(member.id, node.groupId, { startsBy, expiresAt: new Date(startsBy.getTime() + 86_400_000) })
  await node.post('push', { [phone!.id]: [1, 1] })
  expect((await t.subscription(member.id)).startsBy).toBeNull()
})

test('a device is only its member’s; staff free a place with a reason; the account that is closed or taken back loses what others may have', async () => {
  const { member, token, add, list, rows } = await made(null)
  const stranger = await t.member()
  const phone = await add('Phone')
  await fetched(token, 'an id of hardware')
  for (const [method, path, body] of [
    ['GET', '/link', undefined],
    ['PATCH', '', { name: 'Mine' }],
    ['POST', '/removal', undefined],
  ] as const)
    expect((await stranger.call(method, `/muser/linked-devices/${phone.id}${path}`, body)).status).toBe(404)
  expect((await member.call('POST', '/muser/linked-devices', { name: ' ' })).status).toBe(422)
  expect((await stranger.call('POST', '/muser/linked-devices', { name: 'x' })).body.code).toBe('device.no_plan')
  expect((await member.call('GET', `/muser/linked-devices/${phone.id}/link`)).body.link).toContain(phone.token)

  const reader = await t.staff(['members.read'])
  const shown = await reader.call('GET', `/admin/users/${member.id}/linked-devices`)
  expect(shown.body.items.map((one: { rule: string }) => one.rule)).toEqual(['link', 'hwid'])
  expect(JSON.stringify(shown.body)).not.toContain(phone.token)
  const removal = `/admin/linked-devices/${phone.id}/removal`
  expect((await reader.call('POST', removal, { reason: 'lost' })).status).toBe(404)
  expect((await owner.call('POST', removal, { reason: 'lost' })).status).toBe(200)
  expect((await owner.call('POST', removal, { reason: 'lost' })).status).toBe(404)

  await add('Tablet')
  const stored = async () =>
    (await t.database.pool.query('select row_to_json(d)::text as row from linked_devices d where account_id = $1', [member.id])).rows
  expect(JSON.stringify(await stored())).not.toContain('an id of hardware')
  for (const { takeBack } of personalData.all) await t.database.transaction((tx) => takeBack(tx, member.id, new Date(0), t.app.now()))
  expect((await list()).items.map((one: { rule: string }) => one.rule)).toEqual(['hwid'])
  expect(await rows()).toHaveLength(1)
  const read = personalData.all.find(({ name }) => name === 'linked_devices')!.read
  expect(await read(t.database.db, member.id)).toEqual([expect.objectContaining({ hwid_hash: expect.stringMatching(/^[0-9a-f]{64}$/) })])
  expect((await t.close(member)).status).toBe(200)
  expect((await stored()).every(({ row }) => /"name":"","hwid_hash":null,.*"token":null,"uuid":null/.test(row))).toBe(true)
  t.travel(32 * 86_400_000)
  await t.work('tidy_linked_devices')
  expect(await stored()).toEqual([])
})

test('no account has a number of devices, also one that keeps the number it had elsewhere', async () => {
  const kept = await t.database.transaction((tx) => insertAccount(tx, { createdAt: t.app.now() }, FIRST_ROW))
  expect(kept.id).toBeLessThan(FIRST_ROW)
  const forced = t.database.pool.query('insert into accounts (id) overriding system value values ($1)', [FIRST_ROW])
  await expect(forced).rejects.toThrow('accounts_number')
})
