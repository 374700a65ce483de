import { may } from '@portico/contract/access'
import * as contract from '@portico/contract/nodes'
import * as admin from '@portico/contract/nodes-admin'
import { emptySettings } from '@portico/contract/protocols'
import * as z from 'zod/mini'
import type { App } from '../app.ts'
import type { SecretBox } from '../db/secret-box.ts'
import { AppError } from '../errors.ts'
import type { Language } from '@portico/contract/translations'
import { ok, type Router, serve } from '../http/router.ts'
import { inLanguage } from '../in-language.ts'
import { leftOutIn } from '../formats/left-out.ts'
import { toList, toWire } from '../to-wire.ts'
import { createNode, deleteNode, resetQuota, rotateSecret, sortNodes, updateNode } from './change-nodes.ts'
import { listMemberNodes, listNodes, locationOf, type NodeWithGroups, type ReportedNode } from './list-nodes.ts'
import { generateKeys, withServerKey } from './node-keys.ts'
import { areReadable, hideSecrets, judgeSettings, openSettings } from './node-secrets.ts'
import { nodeStatus } from './node-status.ts'
import { rateNow } from './rate-now.ts'
import { pushSpool } from '../node-api/push-spool.ts'

// The server can make the key of a Shadowsocks 2022 node; the schema after it checks the result.
const createBody = z.pipe(
  z.transform((input: unknown) => withServerKey(input) as z.input<typeof admin.NodeInput>),
  admin.NodeInput,
)
const createEndpoint = { ...admin.adminCreateNode, body: createBody }

export function nodeRoutes(router: Router, app: App): void {
  const { database } = app

  serve(router, app, contract.fetchServers, async ({ caller, origin: { language } }) => {
    const rows = await listMemberNodes(database.db, caller.accountId, app.now())
    return toList(rows, (row) => toMemberNode(row, language, app.now(), app.settings()['site.timezone']))
  })

  const one = async (id: number, language: Language): Promise<admin.AdminNode> => {
    const [row] = await listNodes(database.db, id)
    if (!row) throw new AppError('not_found')
    return toAdminNode(row, { language, secrets: database.secrets, now: app.now(), waiting: await pushSpool(app).count() })
  }
  serve(router, app, admin.adminListNodes, async ({ caller, origin: { language } }) => {
    const as = { language, secrets: database.secrets, now: app.now(), waiting: await pushSpool(app).count() }
    const rows = (await listNodes(database.db)).map((row) => toAdminNode(row, as))
    const seesKeys = may(caller.permissions, 'nodes.write')
    const items = seesKeys ? rows : rows.map((row) => ({ ...row, settings: hideSecrets(row.settings) }))
    return { items, total: items.length }
  })
  serve(router, app, createEndpoint, async ({ caller, origin, body }) => {
    const { id, secret } = await createNode(database, caller, body, app.now())
    return { node: await one(id, origin.language), secret }
  })
  serve(router, app, admin.adminUpdateNode, async ({ caller, origin, params, body }) => {
    await updateNode(database, caller, params.id, body, app.now())
    return one(params.id, origin.language)
  })
  serve(router, app, admin.adminDeleteNode, async ({ caller, params }) => {
    await deleteNode(database, caller, params.id, app.now())
    return ok
  })
  serve(router, app, admin.adminRotateNodeSecret, async ({ caller, params }) => ({
    secret: await rotateSecret(database, caller, params.id, app.now()),
  }))
  serve(router, app, admin.adminResetNodeQuota, async ({ caller, origin, params }) => {
    await resetQuota(database, caller, params.id, app.now())
    return one(params.id, origin.language)
  })
  serve(router, app, admin.adminSortNodes, async ({ caller, body }) => {
    await sortNodes(database, caller, body.ids, app.now())
    return ok
  })
  serve(router, app, admin.adminGenerateKeys, async () => {
    const keys = generateKeys()
    return {
      private_key: keys.privateKey,
      public_key: keys.publicKey,
      short_id: keys.shortId,
      ss2022_16: keys.key16,
      ss2022_32: keys.key32,
    }
  })
}

function toMemberNode({ node, report }: ReportedNode, language: Language, now: Date, zone: string): contract.MemberNode {
  const shown = inLanguage(node, language)
  return toWire(contract.MemberNode, {
    ...shown,
    protocol: node.settings.protocol,
    location: locationOf(shown.name, shown.tags),
    rate: rateNow(node, now, zone),
    status: nodeStatus(report, now),
    maintenance: node.state === 'maintenance',
    lastCheckAt: report?.lastPullAt ?? null,
  })
}

type As = { language: Language; secrets: SecretBox; now: Date; waiting: Map<number, number> }

function toAdminNode(
  { node, report, groupIds, offlineAt, alarms }: NodeWithGroups,
  { language, secrets, now, waiting }: As,
): admin.AdminNode {
  const { isShaped, faults } = judgeSettings(node.settings)
  const status = nodeStatus(report, now)
  return toWire(admin.AdminNode, {
    ...node,
    shownName: inLanguage(node, language).name,
    // A node with unusable settings shows those of a new node, for an operator to save.
    state: isShaped ? node.state : 'maintenance',
    groupIds,
    faults: isShaped ? faults : [],
    leftOut: leftOutIn(areReadable(node.settings) ? node.settings : null).map((one) => ({ ...one, title: one.title[language] })),
    alarms,
    waitingReports: waiting.get(node.parentId ?? node.id) ?? 0,
    settings: isShaped ? openSettings(secrets, node.id, node.settings) : emptySettings(node.settings.protocol),
    quotaUsed: report && node.parentId === null ? Math.min(Number.MAX_SAFE_INTEGER, report.up + report.down) : 0,
    exhausted: node.exhaustedAt !== null,
    status,
    offlineSince: offlineAt,
    // What a silent node last reported about its users no longer applies.
    onlineUsers: report && status === 'online' ? report.onlineUsers : 0,
    load: report && status === 'online' ? report.load : null,
    lastPullAt: report?.lastPullAt ?? null,
    lastPushAt: report?.lastPushAt ?? null,
  })
}
