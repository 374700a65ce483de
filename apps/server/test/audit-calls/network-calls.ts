import { randomUUID } from 'node:crypto'
import type { ReleaseInput } from '@portico/contract/app-releases-admin'
import type { ClientRuleInput } from '@portico/contract/client-rules-admin'
import { emptyBlocks, emptySettings } from '@portico/contract/empty-settings'
import { and, eq } from 'drizzle-orm'
import { outages } from '../../src/outages/outages.table.ts'
import { reportAlarms } from '../../src/report-watch/report-watch.table.ts'
import { trafficBatches } from '../../src/traffic/traffic.table.ts'
import { type AuditCalls, type AuditDesk, leaves, on, turned } from './audit-desk.ts'

/** A node that has reported that many bytes of one member. */
async function reportedBy(desk: AuditDesk, bytes: number): Promise<{ nodeId: number }> {
  const [member, node] = [await desk.t.member(), await madeNode(desk)]
  await desk.t.subscribe(member.id, node.groupId)
  await node.post('push', { [member.id]: [bytes, 0] }, { query: { batch_id: 'first' } })
  return { nodeId: node.id }
}

const layout = 'proxy-groups:\n  - {name: All, type: select, proxies: [/*/]}\nrules:\n  - MATCH,All\n'
const release = {
  platform: 'windows',
  version: '1.9.0',
  minimum_version: null,
  download_url: 'https://downloads.example.com/portico.exe',
  mirrors: [],
  sha256: null,
  notes_en: 'Faster',
  notes_zh: '更快',
} satisfies ReleaseInput

const rule = {
  name: 'New app',
  enabled: true,
  agent_how: 'begins',
  agent_text: 'NewApp/',
  version_from: null,
  version_below: null,
  header: null,
  header_how: 'sent',
  header_text: '',
  countries: [],
  countries_except: false,
  answer: 'profile',
  format: 'mihomo',
  template: null,
  text: '',
  announce: '',
} satisfies ClientRuleInput
const madeRule = ({ make }: AuditDesk) => make('POST', '/admin/client-rules', rule)

const madeRelease = ({ make, unique }: AuditDesk) => make('POST', '/admin/app-releases', { ...release, version: unique('2.0.') })

async function madeNode({ t, hide }: AuditDesk) {
  const node = await t.node()
  hide(node.secret)
  return node
}

async function madeMachine({ make, hide }: AuditDesk): Promise<number> {
  const { machine, secret } = await make('POST', '/admin/machines', { name: 'Rack', notes: '', is_active: true, node_ids: [] })
  hide(secret)
  return machine.id
}

/** Settings with every kind of key that only the node may know. */
function secretVless({ hide, unique }: AuditDesk) {
  const secret = (): string => hide(Buffer.from(unique('secret').padEnd(32, '-')).toString('base64url'))
  const { tls, reality } = emptyBlocks()
  const ech = {
    config: 'AEX+DQBBBwAgACABAgMEBQYHCAkKCwwNDg8QERITFBUWFxgZGhscHR4fIAAEAAEAAQAScHVibGljLmV4YW1wbGUuY29tAAA=',
    key: hide(Buffer.from(unique('ech key ')).toString('base64')),
  }
  const keys = { public_key: 'P'.repeat(43), private_key: secret() }
  return {
    ...emptySettings('vless'),
    security: 'reality',
    encryption: `mlkem768x25519plus.native.0rtt.${'P'.repeat(43)}`,
    decryption: `mlkem768x25519plus.native.600s.${secret()}`,
    tls: { ...tls, ech },
    reality: { ...reality, server_name: 'www.example.com', dest: 'www.example.com', ...keys },
  }
}

export const networkCalls: AuditCalls = {
  'POST /admin/nodes': leaves('node.create', async (desk) => ({
    body: {
      name: 'Tokyo',
      host: 'tokyo.example.com',
      port: '443',
      server_port: 8443,
      rate: 100,
      tags: [],
      state: 'enabled',
      group_ids: [(await desk.t.group()).id],
      settings: secretVless(desk),
    },
    entityId: (answer) => answer.node.id,
    shows: (answer) => [answer.secret],
  })),
  'PATCH /admin/nodes/:id': leaves(
    'node.update',
    on(madeNode, (desk) => ({ rate: 150, settings: secretVless(desk) })),
  ),
  'DELETE /admin/nodes/:id': leaves('node.delete', on(madeNode)),
  'POST /admin/nodes/:id/secret': leaves('node.rotate_secret', async (desk) => ({
    id: (await madeNode(desk)).id,
    shows: (answer) => [answer.secret],
  })),
  'POST /admin/nodes/:id/quota/reset': leaves('node.reset_quota', async (desk) => {
    const member = await desk.t.member()
    const node = await madeNode(desk)
    await desk.t.subscribe(member.id, node.groupId)
    await node.post('push', { [member.id]: [1000, 2000] })
    return { id: node.id }
  }),
  'POST /admin/nodes/sort': leaves('node.sort', turned(madeNode)),

  'POST /admin/machines': leaves('machine.create', async (desk) => ({
    body: { name: 'Rack', notes: '', is_active: true, node_ids: [(await madeNode(desk)).id] },
    entityId: (answer) => answer.machine.id,
    shows: (answer) => [answer.secret],
  })),
  'PATCH /admin/machines/:id': leaves('machine.update', on(madeMachine, { notes: 'second floor' })),
  'DELETE /admin/machines/:id': leaves('machine.delete', on(madeMachine)),
  'POST /admin/machines/:id/secret': leaves('machine.rotate_secret', async (desk) => ({
    id: await madeMachine(desk),
    shows: (answer) => [answer.secret],
  })),

  'POST /admin/outages/:id/compensation': leaves('outage.compensate', async (desk) => {
    const { id: nodeId } = await madeNode(desk)
    const endedAt = desk.t.app.now()
    const outage = { nodeId, beganAt: new Date(endedAt.getTime() - 3_600_000), endedAt, reason: 'silent' } as const
    const [made] = await desk.t.database.db.insert(outages).values(outage).returning()
    return { id: made!.id, body: { kind: 'days', days: 1 } }
  }),

  'POST /admin/report-alarms/:id/settlement': leaves('node.settle_alarm', async (desk) => {
    const [{ id: nodeId }, { id: accountId }] = [await madeNode(desk), await desk.t.member()]
    const at = desk.t.app.now()
    const alarm = { nodeId, kind: 'speed', accountId, subject: String(accountId), value: 2, usual: 1, beganAt: at, lastAt: at } as const
    const [made] = await desk.t.database.db.insert(reportAlarms).values(alarm).returning()
    return { id: made!.id, body: { reason: 'a test of the line' }, entityId: nodeId }
  }),
  'POST /admin/held-reports/:id/settlement': leaves('node.charge_held', async (desk) => {
    const { nodeId } = await reportedBy(desk, 9e15)
    const held = and(eq(trafficBatches.nodeId, nodeId), eq(trafficBatches.state, 'held'))
    const [batch] = await desk.t.database.db.select().from(trafficBatches).where(held)
    return { id: batch!.id, body: { action: 'charge', reason: 'a late report' }, entityId: nodeId }
  }),
  'POST /admin/report-undos': leaves('node.undo_reports', async (desk) => {
    const { nodeId } = await reportedBy(desk, 1000)
    const since = new Date(desk.t.app.now().getTime() - 60_000).toISOString()
    const scope = { node_id: nodeId, since, networks: ['127.0.0.1'] }
    return { body: { ...scope, key: randomUUID(), reason: 'a stolen secret' }, entityId: nodeId }
  }),

  'POST /admin/templates': leaves('template.save', () => ({
    body: { format: 'mihomo', text: layout, note: 'The first' },
    entityId: ({ format, version }) => `${format} ${version}`,
  })),
  'POST /admin/templates/rollout': leaves('template.roll_out', async ({ make }) => {
    const { version } = await make('POST', '/admin/templates', { format: 'mihomo', text: layout, note: '' })
    return { body: { format: 'mihomo', version, percent: 100 }, entityId: `mihomo ${version}` }
  }),
  'POST /admin/client-rules': leaves('client_rule.create', () => ({ body: rule })),
  'PUT /admin/client-rules/:id': leaves('client_rule.update', on(madeRule, { ...rule, agent_text: 'OtherApp/' })),
  'PATCH /admin/client-rules/:id': leaves('client_rule.update', on(madeRule, { enabled: false })),
  'DELETE /admin/client-rules/:id': leaves('client_rule.delete', on(madeRule)),
  'POST /admin/client-rules/sort': leaves('client_rule.sort', turned(madeRule)),
  'POST /admin/app-releases': leaves('release.create', () => ({ body: release })),
  'PUT /admin/app-releases/:id': leaves('release.update', async (desk) => {
    const { id, version } = await madeRelease(desk)
    return { id, body: { ...release, version, notes_en: 'Smaller' } }
  }),
  'PATCH /admin/app-releases/:id': leaves('release.publish', on(madeRelease, { published: true })),
  'DELETE /admin/app-releases/:id': leaves('release.delete', on(madeRelease)),
}
