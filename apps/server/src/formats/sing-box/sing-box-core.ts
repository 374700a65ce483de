import { isObject, objects } from '@portico/contract/plain-object'
import { RULE_LISTS, type RuleListName } from '../../rule-lists/rule-list.ts'
import { rulesUrl, type Site } from '../feed-node.ts'
import type { Template } from '../slots.ts'

type Tree = Record<string, unknown>

/** The first minor version with inline lists, and the one that replaced `download_detour` and `independent_cache`. */
const [INLINE, HTTP_CLIENTS] = [10, 14]
const CLIENT = 'rule-lists'
/** A list without a rule is refused. */
const NO_RULES = '[{"domain":["none.invalid"]}]'

/**
 * The text of a profile for a core's minor version. The site's own lists stand in it: a core that cannot fetch one list at its first
 * start does not start at all. Lists of others are fetched as this core reads it.
 */
export function textForCore(profile: Tree, template: Template, { site, layout }: { site: Site; layout: number }): string {
  const holes: string[] = []
  const inline = (set: unknown): unknown => {
    const name = layout >= INLINE ? ownList(set, site) : null
    if (name === null || !isObject(set) || !site.lists?.(name)) return set
    const slot = template.slot(() => site.lists?.(name) ?? NO_RULES)
    holes.push(slot)
    return { type: 'inline', tag: set['tag'], rules: slot }
  }
  const written = layout >= HTTP_CLIENTS ? withClients : layout >= 12 ? withDetours : (tree: Tree) => tree
  const text = JSON.stringify(written(withSets(profile, inline)))
  // What fills these slots is JSON itself.
  return holes.reduce((all, slot) => all.replace(`"${slot}"`, slot), text)
}

function ownList(set: unknown, site: Site): RuleListName | null {
  return (
    RULE_LISTS.find((name) => isObject(set) && set['type'] === 'remote' && set['url'] === `${rulesUrl(site)}/sing-box/${name}.json`) ?? null
  )
}

/** The profile as core 1.14 reads it: 1.16 refuses the former names. A list that is fetched directly needs a client without a detour. */
function withClients(profile: Tree): Tree {
  const { independent_cache: _, ...dns } = treeOf(profile['dns'])
  const directs = objects(profile['outbounds'])
    .filter(({ type }) => type === 'direct')
    .map(({ tag }) => tag)
  let isNeeded = false
  const changed = withSets(profile, (set) => {
    if (!isObject(set) || set['download_detour'] === undefined) return set
    const { download_detour: detour, ...rest } = set
    const isDirect = directs.includes(detour)
    isNeeded ||= isDirect
    return { ...rest, http_client: isDirect ? CLIENT : { detour } }
  })
  const clients = [...objects(profile['http_clients']), ...(isNeeded ? [{ tag: CLIENT }] : [])]
  return { ...changed, ...(profile['dns'] !== undefined && { dns }), ...(clients.length > 0 && { http_clients: clients }) }
}

/** The profile as cores 1.12 and 1.13 read it. */
function withDetours(profile: Tree): Tree {
  const { http_clients: clients, ...rest } = profile
  const changed = withSets(rest, (set) => {
    if (!isObject(set) || set['http_client'] === undefined) return set
    const { http_client: client, ...others } = set
    const named = typeof client === 'string' ? objects(clients).find(({ tag }) => tag === client) : client
    const detour = treeOf(named)['detour'] ?? objects(profile['outbounds']).find(({ type }) => type === 'direct')?.['tag']
    return { ...others, ...(detour !== undefined && { download_detour: detour }) }
  })
  if (!isObject(changed['route'])) return changed
  const { default_http_client: _, ...route } = changed['route']
  return { ...changed, route }
}

function withSets(profile: Tree, change: (set: unknown) => unknown): Tree {
  const route = profile['route']
  if (!isObject(route) || !Array.isArray(route['rule_set'])) return profile
  return { ...profile, route: { ...route, rule_set: route['rule_set'].map(change) } }
}

function treeOf(value: unknown): Tree {
  return isObject(value) ? value : {}
}
