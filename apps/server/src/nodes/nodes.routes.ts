import { may } from '@portico/contract/access'
import { placeName } from '@portico/contract/country-name'
import * as contract from '@portico/contract/nodes'
import { NodeSoftware, serves } from '@portico/contract/node-software'
import * as admin from '@portico/contract/nodes-admin'
import { emptySettings } from '@portico/contract/empty-settings'
import * as z from 'zod/mini'
import type { Caller } from '../actor.ts'
import type { App } from '../app.ts'
import type { SecretBox } from '../db/secret-box.ts'
import { foundRow } from '../errors.ts'
import type { Language } from '@portico/contract/translations'
import { type Router, serve } from '../http/router.ts'
import { inLanguage } from '../in-language.ts'
import { leftOutIn } from '../formats/left-out.ts'
import { toWire } from '../to-wire.ts'
import { createNode, deleteNode, resetQuota, rotateSecret, sortNodes, updateNode } from './change-nodes.ts'
import {
  listMemberNodes,
  listNodes,
  listNodeStates,
  locationOf,
  nodeNames,
  type NodeWithGroups,
  pageOfNodes,
  type ReportedNode,
} from './list-nodes.ts'
import { generateKeys, withServerKey } from './node-keys.ts'
import { areReadable, hideSecrets, judgeSettings, openSettings } from './node-secrets.ts'
import { nodeStatus } from './node-status.ts'
import { onlineMembers } from './online/online-members.ts'
import { hideOutbounds, openRouting } from './old-panel/node-routing.ts'
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

  serve(router, app, contract.fetchServers, async ({ caller, query, origin: { language } }) => {
    const rows = await listMemberNodes(database.db, caller.accountId, app.now())
    const shown = rows.map((row) => toMemberNode(row, language, app.now(), app.settings()['site.timezone']))
    const locations = [...new Set(shown.map(({ location }) => location))]
    // Those of a location stand together, so that a page tears apart as few as it can.
    const places = new Map(locations.map((location, i) => [location, i]))
    const all = shown.toSorted((a, b) => (places.get(a.location) ?? 0) - (places.get(b.location) ?? 0))
    const found = all.filter((node) => isFound(node, query.q ?? '', language))
    const { page, page_size: size } = query
    return {
      items: found.slice((page - 1) * size, page * size),
      total: found.length,
      total_is: 'exact' as const,
      page,
      page_size: size,
      all: all.length,
      up: all.filter(({ status, maintenance }) => status !== 'offline' && !maintenance).length,
      locations,
      has_idle: all.some(({ status, maintenance }) => status === 'idle' && !maintenance),
      has_rates: all.some(({ rate }) => rate !== RATE_ONE),
    }
  })

  const one = async (id: number, language: Language): Promise<admin.AdminNode> => {
    const row = foundRow(await listNodes(database.db, id))
    return toAdminNode(row, { language, secrets: database.secrets, now: app.now(), waiting: await pushSpool(app).count() })
  }
  const shownTo = (caller: Caller, node: admin.AdminNode): admin.AdminNode =>
    may(caller.permissions, 'nodes.write') ? node : { ...node, settings: hideSecrets(node.settings), routing: hideOutbounds(node.routing) }
  serve(router, app, admin.adminListNodes, async ({ caller, query, origin: { language } }) => {
    const as = { language, secrets: database.secrets, now: app.now(), waiting: await pushSpool(app).count() }
    const [{ items, total, totalIs }, states] = await Promise.all([pageOfNodes(database.db, query), listNodeStates(database.db)])
    const online = states.filter(({ report }) => nodeStatus(report, app.now()) === 'online')
    // A node that never connected is not set up yet. An entrance is down if its parent is, so it is not listed.
    const down = states.filter(({ node, report, offlineAt }) => offlineAt !== null && report?.lastPullAt && node.parentId === null)
    return {
      items: items.map((row) => shownTo(caller, toAdminNode(row, as))),
      total,
      total_is: totalIs,
      page: query.page,
      page_size: query.page_size,
      all: states.length,
      online: online.length,
      online_users: online.reduce((sum, { node, report }) => sum + (node.parentId === null ? (report?.onlineUsers ?? 0) : 0), 0),
      down: down.length,
      down_names: down.slice(0, admin.MOST_DOWN).map(({ node }) => inLanguage(node, language).name),
    }
  })
  serve(router, app, admin.adminNodeNames, async ({ origin: { language } }) => {
    const rows = await nodeNames(database.db)
    const served = ({ settings }: (typeof rows)[number]) => NodeSoftware.options.filter((software) => serves(software, settings))
    return {
      items: rows.map((row) => ({ id: row.id, name: inLanguage(row, language).name, parent_id: row.parentId, served_by: served(row) })),
    }
  })
  serve(router, app, admin.adminGetNode, async ({ caller, params, origin }) => shownTo(caller, await one(params.id, origin.language)))
  serve(router, app, admin.adminNodeOnline, async ({ params }) => {
    const { items, total } = await onlineMembers(database.db, params.id, app.now())
    return { items: items.map((row) => toWire(admin.OnlineMember, row)), total }
  })
  serve(router, app, createEndpoint, async ({ caller, origin, body }) => {
    const { id, secret } = await createNode(database, caller, body, app.now())
    return { node: await one(id, origin.language), secret }
  })
  serve(router, app, admin.adminUpdateNode, async ({ caller, origin, params, body }) => {
    await updateNode(database, caller, params.id, body, app.now())
    return one(params.id, origin.language)
  })
  serve(router, app, admin.adminDeleteNode, ({ caller, params }) => deleteNode(database, caller, params.id, app.now()))
  serve(router, app, admin.adminRotateNodeSecret, async ({ caller, params }) => ({
    secret: await rotateSecret(database, caller, params.id, app.now()),
  }))
  serve(router, app, admin.adminResetNodeQuota, async ({ caller, origin, params }) => {
    await resetQuota(database, caller, params.id, app.now())
    return one(params.id, origin.language)
  })
  serve(router, app, admin.adminSortNodes, ({ caller, body }) => sortNodes(database, caller, body.ids, app.now()))
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

/** A rate at which a gigabyte counts as one. */
const RATE_ONE = 100

function isFound({ name, location, tags }: contract.MemberNode, q: string, language: Language): boolean {
  const asked = q.toLowerCase()
  return [name, location, placeName(location, language), ...tags].some((one) => one.toLowerCase().includes(asked))
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
  { node, report, groupIds, aliases, offlineAt, alarms, entrances }: NodeWithGroups,
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
    aliases,
    faults: isShaped ? faults : [],
    leftOut: leftOutIn(areReadable(node.settings) ? node.settings : null).map((one) => ({ ...one, title: one.title[language] })),
    alarms,
    entrances,
    waitingReports: waiting.get(node.parentId ?? node.id) ?? 0,
    settings: isShaped ? openSettings(secrets, node.id, node.settings) : emptySettings(node.settings.protocol),
    routing: openRouting(secrets, node.id, node.routingConfig),
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
