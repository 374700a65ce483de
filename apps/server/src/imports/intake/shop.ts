import { hasRouting, NodeRoute, NodeRouting } from '@portico/contract/node-routing'
import { NodeInput } from '@portico/contract/nodes-admin'
import { ruleTexts } from '@portico/contract/rule-texts'
import { groups } from '../../groups/groups.table.ts'
import { linkSources } from '../../links/links.table.ts'
import { sourcePlace } from '../../links/source-secret.ts'
import { newSecret } from '../../nodes/node-keys.ts'
import { sealSettings } from '../../nodes/node-secrets.ts'
import { sealRouting } from '../../nodes/old-panel/node-routing.ts'
import { nodeGroups, nodes } from '../../nodes/nodes.table.ts'
import { nodeAliases } from '../../nodes/old-panel/aliases.table.ts'
import { sealConfig } from '../../payments/method-secrets.ts'
import { paymentMethods } from '../../payments/payments.table.ts'
import { plans } from '../../plans/plans.table.ts'
import type { OldGroup, OldLinkSource, OldNode, OldPaymentMethod, OldPlan } from '../records.ts'
import type { Intake } from './ground.ts'
import { planRow, uniqueName } from './terms.ts'
import { hundredths, quotaOf, textOf, timeOf, wholeOf } from './values.ts'

/** Groups, plans, nodes, payment methods and where links were served: what members' records name. */
export function shopIntake(intake: Intake) {
  const { ground, findings, sums, put, newId } = intake
  const parents: { id: number; at: string; parent: string }[] = []
  const aliases = new Set<string>()

  function linkSource({ key, name, linkKind, paths, secret }: OldLinkSource): void {
    const id = newId(linkSources)
    intake.sources.set(key, id)
    const sealed = secret === null ? null : ground.secrets.seal(sourcePlace(id), secret)
    put(linkSources, { id, name, kind: linkKind, paths, secret: sealed, createdAt: ground.now })
  }

  function group({ at, key, name, createdAt }: OldGroup): void {
    if (intake.groups.has(key)) return findings.note('key_twice', at, key)
    const id = newId(groups)
    intake.groups.set(key, id)
    const named = textOf(name.trim(), 60, findings, at) || `#${key}`
    intake.groupNames.set(key, named)
    put(groups, { id, name: uniqueName(intake, named), createdAt: timeOf(createdAt, findings, at) ?? ground.now })
    sums.add('groups')
  }

  /** The group of that key; one that does not exist is made, and has no nodes. */
  function groupOf(key: string, at: string): number {
    const known = intake.groups.get(key)
    if (known !== undefined) return known
    findings.note('group_missing', at, key)
    const id = newId(groups)
    intake.groups.set(key, id)
    put(groups, { id, name: uniqueName(intake, `#${key}`), createdAt: ground.now })
    sums.add('groups')
    return id
  }

  function plan(old: OldPlan): void {
    const { at, key } = old
    if (intake.plans.has(key)) return findings.note('key_twice', at, key)
    const id = newId(plans)
    const groupId = groupOf(old.group, at)
    const [quota, name] = [quotaOf(old.quota, findings, at), textOf(old.name.trim(), 80, findings, at) || `#${key}`]
    const reset = old.resetMode ?? ground.resetMode
    intake.plans.set(key, { id, name, groupId, quota, speed: old.speedLimit, devices: old.deviceLimit, reset })
    const prices = Object.fromEntries(
      Object.entries(old.prices).map(([period, price]) => [
        period,
        price == null || price < 0n ? null : wholeOf(price, findings, at, period),
      ]),
    )
    put(
      plans,
      planRow({
        id,
        groupId,
        name,
        content: textOf(old.content, 4000, findings, at),
        tags: tagsOf(old.tags),
        transferEnable: quota,
        speedLimit: old.speedLimit,
        deviceLimit: old.deviceLimit,
        resetMode: old.resetMode,
        capacityLimit: old.capacity,
        show: old.shown,
        sell: old.sold,
        renew: old.renewed,
        prices,
        sort: old.sort,
        createdAt: timeOf(old.createdAt, findings, at) ?? ground.now,
      }),
    )
    sums.add('plans')
  }

  function node(old: OldNode): void {
    const { at, key, settings } = old
    if (settings === null) return findings.note('node_left_out', at, `${old.name}: ${old.why}`)
    const rate = hundredths(old.rate)
    const routing = routingOf(old)
    const given = {
      name: old.name.trim().slice(0, 80),
      host: old.host.trim(),
      port: old.port,
      server_port: old.serverPort,
      rate: rate ?? -1,
      tags: tagsOf(old.tags),
      state: old.shown ? 'enabled' : 'hidden',
      group_ids: [],
      settings,
      rate_ranges: old.rateRanges,
      ...(routing && { routing }),
    }
    const checked = NodeInput.safeParse(given)
    if (!checked.success) {
      const [issue] = checked.error.issues
      return findings.note('node_left_out', at, `${old.name}: ${issue?.path.join('.') ?? ''}: ${ruled(issue?.message)}`)
    }
    const id = newId(nodes)
    intake.nodes.set(key, id)
    const { group_ids: _, server_port: serverPort, rate_ranges: rateRanges = [], ...input } = checked.data
    put(nodes, {
      id,
      name: input.name,
      host: input.host,
      port: input.port,
      serverPort,
      rate: input.rate,
      tags: input.tags,
      state: input.state,
      settings: sealSettings(ground.secrets, id, input.settings, null),
      rateRanges,
      routingConfig: routing ? sealRouting(ground.secrets, id, routing, null) : null,
      secretHash: newSecret().hash,
      // Its parent may come after it.
      parentId: old.parent === null ? null : (intake.nodes.get(old.parent) ?? null),
      sort: old.sort,
      createdAt: timeOf(old.createdAt, findings, at) ?? ground.now,
      watchedFrom: ground.now,
    })
    if (old.parent !== null && !intake.nodes.has(old.parent)) parents.push({ id, at, parent: old.parent })
    for (const groupKey of new Set(old.groups)) {
      put(nodeGroups, { nodeId: id, groupId: groupOf(groupKey, at) })
      intake.groupNodes.set(groupKey, [...(intake.groupNodes.get(groupKey) ?? []), id])
    }
    for (const { type, code } of old.aliases) {
      if (aliases.has(`${type} ${code}`)) findings.note('node_alias_twice', at, `${type} ${code}`)
      else put(nodeAliases, { type, code, nodeId: id })
      aliases.add(`${type} ${code}`)
    }
    sums.add('nodes')
  }

  /** What is not understood as a route of this panel is left out, and named. */
  function routingOf({ at, routing }: OldNode): NodeRouting | null {
    if (!routing || !hasRouting(routing)) return null
    const routes = routing.routes.filter((route) => {
      const fits = NodeRoute.safeParse(route).success
      if (!fits) findings.note('route_odd', at, `${route.action} ${route.value}`)
      return fits
    })
    const checked = NodeRouting.safeParse({ ...routing, routes })
    if (!checked.success) findings.note('route_odd', at)
    return checked.data ?? null
  }

  function paymentMethod(old: OldPaymentMethod): void {
    const { at, key, driver } = old
    if (driver === null) {
      findings.note('payment_driver', at, `${old.name} (${old.oldDriver})`)
      return void intake.methods.set(key, { id: null, name: old.name, isKnown: false })
    }
    const id = newId(paymentMethods)
    intake.methods.set(key, { id, name: old.name, isKnown: true })
    put(paymentMethods, {
      id,
      uuid: old.uuid,
      driver,
      name: textOf(old.name.trim(), 60, findings, at) || driver,
      config: sealConfig(ground.secrets, { driver, uuid: old.uuid }, old.config, {}),
      feePercent: Math.max(0, Math.round(old.feePercent * 100)),
      feeFixed: wholeOf(old.feeFixed < 0n ? 0n : old.feeFixed, findings, at, 'fee'),
      currency: ground.currency,
      // Its keys are tried by the operator first.
      enabled: false,
      sort: old.sort,
      createdAt: ground.now,
    })
    sums.add('payment_methods')
  }

  function finish(): void {
    for (const { at, parent } of parents) findings.note('node_parent_missing', at, parent)
  }

  return { linkSource, group, plan, node, paymentMethod, finish }
}

/** A rule is said in words once somebody reads it. */
function ruled(message = ''): string {
  return message in ruleTexts ? `{${message}}` : message
}

function tagsOf(tags: string[]): string[] {
  return tags
    .map((tag) => tag.trim().slice(0, 24))
    .filter((tag, i, all) => tag !== '' && all.indexOf(tag) === i)
    .slice(0, 8)
}
