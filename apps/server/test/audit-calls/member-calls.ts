import { sql } from 'drizzle-orm'
import { linkAlarms } from '../../src/link-fetches/link-fetches.table.ts'
import { linkMark } from '../../src/link-fetches/link-mark.ts'
import { type Leg, post } from '../../src/ledger/post.ts'
import { enqueue } from '../../src/jobs/queue.ts'
import { createAccount } from '../../src/members/register.ts'
import { storeSecrets } from '../../src/subscriptions/secrets/own-secrets.ts'
import { setUpApp } from '../set-up-app.ts'
import { DAY } from '../commission-chain.ts'
import { fileForm } from '../pictures.ts'
import { type AuditCalls, type AuditDesk, leaves, on } from './audit-desk.ts'

const aMember = ({ t }: AuditDesk) => t.member()
const aHolder = async ({ t }: AuditDesk) => t.holder((await t.group()).id)
const support = ({ t }: AuditDesk) => t.staff('support')
const role = (name: string) => ({ name, permissions: ['members.read'] })
const madeRole = ({ make, unique }: AuditDesk) => make('POST', '/admin/staff/roles', role(unique('Role ')))
const lastPart = (url: string): string => url.split('/').at(-1) ?? ''
const tokenOf = (url: string): string => url.split('#')[1] ?? ''

/** A job due tomorrow, with a secret payload. */
async function laterJob({ t, hide, make }: AuditDesk): Promise<number> {
  const options = { key: 'later', runAt: new Date(t.app.now().getTime() + DAY) }
  await t.database.transaction((tx) => enqueue(tx, 'later', { token: hide('in the payload of the job') }, options))
  const { items } = await make('GET', '/admin/log/jobs', { page_size: 100 })
  return items.find(({ name }: { name: string }) => name === 'later').id
}

/** A member and the number of their address. */
async function withAddress({ t, owner }: AuditDesk): Promise<{ id: number; identity: number }> {
  const { id } = await t.member()
  return { id, identity: (await owner.call('GET', `/admin/users/${id}/sign-in`)).body.identities[0].id }
}

/** An account that nobody can sign in to, and the token of its link. */
async function nobodys({ t, hide }: AuditDesk): Promise<{ id: number; token: string }> {
  const given = { identity: null, password: null, formerName: 'mover' }
  const { id } = await t.database.transaction((tx) => createAccount(tx, given, t.app.now()))
  return { id, token: hide((await t.subscription(id)).token) }
}

const oldPanel = (unique: AuditDesk['unique']) => {
  const name = unique('Panel ')
  return {
    name,
    kind: 'token',
    paths: [{ path: `/${encodeURIComponent(name)}/{token}`.replaceAll('%', '-'), format: null }],
    ends_at: null,
  }
}

/** The address of a link of a new old panel. */
async function oldAddress({ make, unique, hide }: AuditDesk, token: string): Promise<string> {
  const { paths } = await make('POST', '/admin/link-sources', oldPanel(unique))
  return paths[0].path.replace('{token}', encodeURIComponent(hide(token)))
}

/** A run that another process began, or ended. */
async function oldImport({ database }: AuditDesk['t'], action: string, state: string): Promise<number> {
  const { rows } = await database.pool.query<{ id: string }>(
    `insert into imports (action, from_name, state, options, choices, seen_at, started_at, ended_at)
     values ($1, 'old.sql', $2, '{}', '{}', now(), now(), case $2 when 'running' then null else now() end) returning id`,
    [action, state],
  )
  return Number(rows[0]!.id)
}

/** Accounts, staff and the site itself. */
export const memberCalls: AuditCalls = {
  'POST /admin/users': leaves('member.create', ({ hide, unique }) => ({
    body: { email: `${unique('opened')}@example.com`, password: hide('a password for the new one') },
  })),
  'POST /admin/users/batch': leaves('member.create', ({ unique }) => ({
    body: { emails: [`${unique('many')}@example.com`], plan: null, reason: 'a school' },
    entityId: ({ ids }) => ids[0],
  })),
  'PATCH /admin/users/:id': leaves('member.update', async ({ t, hide }) => {
    const { id } = await t.member()
    return { id, body: { version: 1, change: { remarks: 'called', password: hide('another password of theirs') } } }
  }),
  'POST /admin/users/:id/balance': leaves(['balance.adjust', 'member'], on(aMember, { amount: 500, reason: 'sorry' })),
  'POST /admin/users/:id/debt-write-off': leaves(['debt.write_off', 'member'], async ({ t }) => {
    const { id } = await t.member()
    const legs: Leg[] = [
      { kind: 'debt', ownerId: id, amount: -500 },
      { kind: 'gateway', amount: 500 },
    ]
    const owed = { kind: 'payment.charged_back', key: `owed:${id}`, currency: 'CNY', legs, at: t.app.now() } as const
    await t.database.transaction((tx) => post(tx, owed))
    return { id, body: { amount: 500, reason: 'gone' } }
  }),
  'POST /admin/users/:id/plan-gift': leaves('member.give_plan', async ({ t }) => {
    const [{ id }, plan] = [await t.member(), await t.plan()]
    return { id, body: { plan_id: plan.id, days: 30, wait_days: 60, reason: 'a partner' } }
  }),
  'POST /admin/users/:id/traffic': leaves('member.give_traffic', on(aHolder, { bytes: 2 ** 30, keeps: true, reason: 'a slow week' })),
  'POST /admin/users/:id/secret': leaves('member.reset_secret', async ({ t, hide }) => {
    const member = await t.member()
    const { subscribe_url: url, uuid } = (await member.call('GET', '/muser/getSubscribe')).body
    hide(uuid)
    hide(lastPart(url))
    return { id: member.id, body: { reason: 'leaked' }, shows: ({ subscribe_url }) => [lastPart(subscribe_url)] }
  }),
  'PUT /admin/users/:id/secrets': leaves('member.set_secret', async ({ t, hide, unique }) => {
    const secret = hide(unique('a password of old '))
    return { id: (await t.member()).id, body: { kind: 'trojan', secret, cipher: null }, shows: () => [secret] }
  }),
  'POST /admin/users/:id/secrets/remove': leaves('member.drop_secret', async ({ t, hide, unique }) => {
    const { id } = await t.member()
    const secret = hide(unique('a password to end '))
    await t.database.transaction((tx) => storeSecrets(tx, [{ accountId: id, kind: 'trojan', secret, cipher: null }]))
    return { id, body: { kind: 'trojan' } }
  }),
  'POST /admin/users/:id/extension': leaves('member.extend', on(aHolder, { days: 7, reason: 'an outage', tell: true })),
  'POST /admin/users/:id/suspension': leaves('member.suspend', on(aMember, { reason: 'sold the link' })),
  'POST /admin/users/:id/suspension/end': leaves('member.lift_suspension', async ({ t }) => {
    const { id } = await t.member()
    await t.ban(id)
    return { id, body: { reason: 'a mistake' } }
  }),
  'POST /admin/users/:id/devices/reset': leaves('member.reset_devices', on(aMember, { reason: 'a new phone' })),
  'POST /admin/users/:id/link-alarm/clear': leaves('member.clear_link_alarm', async ({ t }) => {
    const { id } = await t.member()
    const link = linkMark(sql`(select token from subscriptions where account_id = ${id})`)
    await t.database.db.insert(linkAlarms).values({ accountId: id, link, networks: 20, at: t.app.now() })
    return { id, body: { reason: 'a family' } }
  }),
  'POST /admin/users/:id/messages': leaves('member.message', on(aMember, { text: 'Please try again.' })),
  'POST /admin/users/:id/hold': leaves('member.hold_term', on(aHolder, { days: 30, starts_by: '2040-01-01T00:00:00Z', reason: 'agreed' })),
  'POST /admin/link-sources': leaves('link_source.create', async ({ hide, unique }) => ({
    body: { ...oldPanel(unique), kind: 'marzban', secret: hide('a secret that signs links') },
  })),
  'PUT /admin/link-sources/:id': leaves('link_source.update', async (desk) => ({
    id: (await desk.make('POST', '/admin/link-sources', oldPanel(desk.unique))).id,
    body: { ...oldPanel(desk.unique), ends_at: '2040-01-01T00:00:00Z' },
  })),
  'DELETE /admin/link-sources/:id': leaves('link_source.delete', async ({ make, unique }) => ({
    id: (await make('POST', '/admin/link-sources', oldPanel(unique))).id,
  })),
  'POST /admin/users/:id/links': leaves('member.add_old_link', async (desk) => {
    const { id } = await desk.t.member()
    return { id, body: { address: await oldAddress(desk, 'the token of an old link') } }
  }),
  'POST /admin/links/:id/revocation': leaves('member.revoke_old_link', async (desk) => {
    const { id } = await desk.t.member()
    await desk.make('POST', `/admin/users/${id}/links`, { address: await oldAddress(desk, 'the token of another old link') })
    const { items } = await desk.make('GET', `/admin/users/${id}/links`)
    return { id: items[0].id, entityId: id, body: { reason: 'lost' } }
  }),
  'POST /admin/linked-devices/:id/removal': leaves('member.remove_device', async ({ t }) => {
    const { groupId } = await t.node()
    const member = await t.holder(groupId)
    const { id } = (await member.call('POST', '/muser/linked-devices', { name: 'Phone' })).body
    return { id, entityId: member.id, body: { reason: 'lost' } }
  }),
  'POST /admin/users/:id/notes': leaves('member.add_note', on(aMember, { text: 'Prefers mail.' })),
  'DELETE /admin/notes/:id': leaves('member.remove_note', async ({ t, owner }) => {
    const { id } = await t.member()
    await owner.call('POST', `/admin/users/${id}/notes`, { text: 'Prefers SMS.' })
    const { items } = (await owner.call('GET', `/admin/users/${id}/notes`)).body
    return { id: items[0].id, entityId: id }
  }),
  'POST /admin/member-changes/:id/start': leaves(['member.change_many', 'bulk_change'], async ({ t, owner, unique }) => {
    const scope = { ids: [(await t.member()).id] }
    const body = { key: unique('change-of-many-'), scope, action: { kind: 'suspend' }, reason: 'sold the link' }
    const { id } = (await owner.call('POST', '/admin/member-changes', body)).body
    return { id, body: { reason: body.reason } }
  }),
  'POST /admin/member-changes/:id/cancellation': leaves(['member.cancel_many', 'bulk_change'], async ({ t, owner, unique }) => {
    const body = {
      key: unique('change-of-many-'),
      scope: { ids: [(await t.member()).id] },
      action: { kind: 'extend', days: 1 },
      reason: 'outage',
    }
    const { id } = (await owner.call('POST', '/admin/member-changes', body)).body
    await owner.call('POST', `/admin/member-changes/${id}/start`)
    return { id }
  }),
  'GET /admin/users/export': leaves('member.export', () => ({ body: { state: 'active' } })),
  'DELETE /admin/users/:id/sessions': leaves('member.end_sessions', async ({ t, hide }) => {
    const { id, token } = await t.member()
    hide(token)
    return { id }
  }),
  'POST /admin/users/:id/main': leaves('member.link', async (desk) => {
    const { email } = await desk.t.member()
    return { id: (await nobodys(desk)).id, body: { main: email, reason: 'one person' } }
  }),
  'POST /admin/users/:id/main/removal': leaves('member.unlink', async (desk) => {
    const [{ email }, { id }] = [await desk.t.member(), await nobodys(desk)]
    await desk.owner.call('POST', `/admin/users/${id}/main`, { main: email, reason: 'one person' })
    return { id, body: { reason: 'two after all' } }
  }),
  'POST /admin/users/:id/claim': leaves('member.set_claim', on(nobodys, { open: true, reason: 'they asked' })),
  'POST /admin/users/:id/claim/undoing': leaves('member.undo_claim', async (desk) => {
    const { id, token } = await nobodys(desk)
    await desk.owner.call('POST', `/admin/users/${id}/claim`, { open: true, reason: 'they asked' })
    const claim = { link: `/s/${token}`, email: `${desk.unique('claimer')}@example.com`, password: desk.hide('a password of a claimer') }
    await desk.t.call('POST', '/muser/claim', claim)
    return { id, body: { reopen: true, reason: 'a friend did it' } }
  }),
  'POST /admin/users/:id/identities': leaves(
    'member.set_identity',
    on(aMember, ({ unique }) => ({ email: `${unique('moved')}@example.com`, verified: true })),
  ),
  'POST /admin/identities/:id/verification': leaves('member.verify_identity', async (desk) => {
    const { id, identity } = await withAddress(desk)
    return { id: identity, entityId: id }
  }),
  'DELETE /admin/identities/:id': leaves('member.remove_identity', async (desk) => {
    const { id, identity } = await withAddress(desk)
    const phone = `+86139${String(identity).padStart(8, '0')}`
    await desk.owner.call('POST', `/admin/users/${id}/identities`, { phone, verified: true })
    return { id: identity, entityId: id }
  }),

  'POST /admin/users/:id/factor/removal': leaves('member.remove_factor', async ({ t, hide }) => {
    const member = await t.member()
    const { key, recoveryCodes } = await setUpApp(member, () => t.app.now())
    for (const secret of [key, ...recoveryCodes]) hide(secret)
    return { id: member.id, body: { reason: 'lost the phone' } }
  }),

  'POST /admin/staff/roles': leaves('staff_role.create', ({ unique }) => ({ body: role(unique('Role ')) })),
  'PUT /admin/staff/roles/:id': leaves('staff_role.update', async (desk) => {
    const { id, name, version } = await madeRole(desk)
    return { id, body: { name, permissions: ['orders.read'], version } }
  }),
  'DELETE /admin/staff/roles/:id': leaves('staff_role.delete', on(madeRole)),
  'POST /admin/staff/roles/:id/change': leaves('staff_role.settle', async ({ t }) => {
    const { rows } = await t.asOwner(`update staff_roles set earlier = '{members.read,members.access}' where key = 'support' returning id`)
    return { id: rows[0].id, body: { copy: true } }
  }),
  'POST /admin/staff/invitations': leaves(['staff.invite', 'staff_invitation'], async (desk) => ({
    body: { email: `${desk.unique('invited')}@example.com`, role_id: (await madeRole(desk)).id },
    entityId: (answer) => answer.invitation.id,
    shows: (answer) => [tokenOf(answer.url)],
  })),
  'DELETE /admin/staff/invitations/:id': leaves(['staff.revoke_invitation', 'staff_invitation'], async (desk) => {
    const body = { email: `${desk.unique('revoked')}@example.com`, role_id: (await madeRole(desk)).id }
    const { invitation, url } = await desk.make('POST', '/admin/staff/invitations', body)
    desk.hide(tokenOf(url))
    return { id: invitation.id }
  }),
  'PATCH /admin/staff/:id': leaves(
    ['staff.set_role', 'member'],
    on(support, async (desk) => ({ role_id: (await madeRole(desk)).id })),
  ),
  'DELETE /admin/staff/:id': leaves(['staff.remove', 'member'], on(support)),

  'POST /admin/log/jobs/:id/retry': leaves('job.retry', on(laterJob)),
  'DELETE /admin/log/jobs/:id': leaves('job.drop', on(laterJob)),

  'POST /admin/imports': leaves('import.look', () => ({
    body: { action: 'look', file: 'gone.sql', database: null, source: null, options: {}, choices: {} },
  })),
  'POST /admin/imports/:id/cancellation': leaves('import.cancel', async ({ t }) => ({
    id: await oldImport(t, 'look', 'running'),
    body: { reason: 'the wrong file' },
  })),
  'GET /admin/imports/:id/back/export': leaves('import.export', async ({ t }) => ({
    id: await oldImport(t, 'move', 'done'),
    body: { part: 'members', form: 'csv' },
  })),
  'DELETE /admin/import-files/:name': leaves('import.delete_file', async ({ make }) => {
    await make('POST', '/admin/import-files?name=old.sql&offset=0', fileForm(Buffer.from('--'), 'old.sql'))
    return { id: 'old.sql', entityId: '' }
  }),
  'POST /admin/backups': leaves('backup.create', async ({ hide, make }) => {
    await make('PATCH', '/admin/settings', { 'backups.passphrase': hide('a long passphrase') })
    return { body: {} }
  }),
  'PUT /admin/moving/checklist/:name': leaves('moving_step.tell', () => ({ id: 'old_panel', body: { done: true } })),
  'PUT /admin/moving/addresses': leaves('moving_address.set', () => ({ body: { origins: ['old.invalid'] } })),
  'PATCH /admin/settings': leaves('settings.save', ({ hide }) => ({
    body: { 'site.title': 'Renamed', 'security.metrics_token': hide('a token for the figures') },
  })),
  'POST /admin/settings/changes/:id/restore': leaves('settings.restore', async ({ make, unique }) => {
    await make('PATCH', '/admin/settings', { 'site.title': unique('Title ') })
    const { items } = await make('GET', '/admin/settings/changes')
    return { id: items[0].id, body: {}, entityId: '' }
  }),
  'POST /admin/invite-codes': leaves('invite_code.create', async ({ t }) => ({
    body: { email: (await t.member()).email, max_uses: 1 },
    entityId: (answer) => answer.code,
  })),
  'PATCH /admin/invite-codes/:id': leaves('invite_code.disable', async ({ t, make }) => {
    const { id, code } = await make('POST', '/admin/invite-codes', { email: (await t.member()).email, max_uses: 1 })
    return { id, body: { disabled: true }, entityId: code }
  }),
}
