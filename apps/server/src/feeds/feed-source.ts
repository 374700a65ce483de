import { and, asc, eq, isNull } from 'drizzle-orm'
import { OWN_SECRETS, type OwnSecretKind, ownSecretOf } from '@portico/contract/own-secret'
import type { Settings } from '@portico/contract/settings-admin'
import type { Language } from '@portico/contract/translations'
import type { Config } from '../config.ts'
import type { Database, Db } from '../db/client.ts'
import { inLanguage, settingIn } from '../in-language.ts'
import { offlineAt } from '../nodes/node-contact.ts'
import { areReadable } from '../nodes/node-secrets.ts'
import { nodeGroups, nodes } from '../nodes/nodes.table.ts'
import { offeredNodes } from '../nodes/offered-nodes.ts'
import type { RuleListMemory } from '../rule-lists/rule-list-memory.ts'
import { linkOrigin, readSome } from '../settings/settings.ts'
import { chooseTemplate, type LiveTemplate, type LiveTemplates, liveTemplates } from '../templates/live-templates.ts'
import { isResting, readYouthRules, STARTING_YOUTH_RULES, type YouthRules } from '../documents/youth-rules.ts'
import type { ClientFormat } from '../formats/client-format.ts'
import type { Dialect } from '../formats/dialect.ts'
import { compileFeed, compileMessage } from '../formats/compile-feed.ts'
import type { FeedNode, Site } from '../formats/feed-node.ts'
import { withNotice } from './claim-notice.ts'
import type { FeedMember } from './feed-members.ts'
import { type Narrowing, narrow } from '../formats/narrow.ts'
import { type Format, formats } from '../formats/formats.ts'
import type { Compiled, OwnSecrets } from '../formats/slots.ts'
import { compileTemplated, takesTemplate } from '../formats/templates/link-template.ts'

/** Content of profiles: nodes by group, in order. */
type Content = { site: Site; byGroup: Map<number, FeedNode[]> }
type Catalog = {
  base: Content
  translated: Record<Language, Content>
  templates: LiveTemplates
  compiled: Map<string, Compiled>
  narrowed: Map<string, Compiled>
}
type FeedSeeker = Pick<FeedMember, 'accountId' | 'catalog' | 'youth' | 'language' | 'own'> & { groupId: number }
/**
 * What one request adds to a profile. `resting`: message during youth mode's blocked hours. `notice`: an entry that says something; null: none.
 * `template`: of a rule by client; null: the built-in layout. Absent: what the member has.
 */
type Wish = { narrowing: Narrowing | null; resting: () => string; notice: string | null; template?: LiveTemplate | null | undefined }
type Surroundings = {
  config: Config
  ruleLists: RuleListMemory
  clock: () => { now: Date; zone: string }
  onFault: (error: unknown) => void
}
/** The nodes for a profile. `isChosen`: the link asked for some of the member's nodes. */
type Offer = { list: readonly FeedNode[]; isChosen: boolean }
type ChosenRules = { key: string; rules: YouthRules }
const MAX_COMPILED = 600
/** Cached profiles with chosen nodes. Kept apart, so that they cannot displace the others. */
const MAX_NARROWED = 100

/**
 * The nodes for profiles, by group and in order, with the names that operators first wrote. The settings decide what happens to offline
 * nodes.
 */
export async function feedNodes(db: Db): Promise<Map<number, FeedNode[]>> {
  return (await readNodes(db)).namedIn(null)
}

/** Nodes that profiles may have, by group. `namedIn`: with their names in a language. */
async function readNodes(db: Db) {
  const found = await db
    .select({ groupId: nodeGroups.groupId, node: nodes, offlineAt })
    .from(nodes)
    .innerJoin(nodeGroups, eq(nodeGroups.nodeId, nodes.id))
    .where(and(eq(nodes.state, 'enabled'), isNull(nodes.exhaustedAt), isNull(nodes.deletedAt)))
    .orderBy(asc(nodes.sort), asc(nodes.id))
  const rows = found.filter(({ node }) => areReadable(node.settings))
  const { 'node.offline_in_links': mode } = await readSome(db, ['node.offline_in_links'])
  const namedIn = (language: Language | null): Map<number, FeedNode[]> => {
    const all = new Map<number, (FeedNode & { isOffline: boolean })[]>()
    for (const { groupId, node, offlineAt: downSince } of rows) {
      const { id, host, port, rate, tags, settings } = node
      const { name } = inLanguage(node, language)
      const list = all.get(groupId) ?? []
      all.set(groupId, [...list, { id, name, host, port, rate, tags, settings, isOffline: downSince !== null }])
    }
    return new Map([...all].map(([groupId, list]) => [groupId, offeredNodes(list, mode)]))
  }
  return { namedIn }
}

const siteKeys = [
  'site.title',
  'site.title_en',
  'site.title_zh',
  'site.url',
  'site.timezone',
  'subscription.url',
  'rules.block_ads',
  'subscription.info_nodes',
  'subscription.update_hours',
] as const

/** The site's title, address and time zone for profiles. */
export function siteOf(current: Pick<Settings, (typeof siteKeys)[number]>, language: Language | null, config: Config): Site {
  return {
    title: settingIn(current, 'site.title', language),
    url: linkOrigin(current, config),
    zone: current['site.timezone'],
    language,
    blockAds: current['rules.block_ads'],
    infoNodes: current['subscription.info_nodes'],
    updateHours: current['subscription.update_hours'],
  }
}

/**
 * Profiles of each group in each format and template, compiled once and kept until the catalog's version changes. A template
 * that does not fit is reported to `onFault` and replaced by the built-in layout: a link always answers.
 */
export function feedCatalog({ db }: Database, { config, ruleLists, clock, onFault }: Surroundings) {
  let catalog: Promise<Catalog> | null = null
  let templates: LiveTemplates = new Map()
  let known = -1

  /**
   * Everything cached under a version is read from the database after that version. `app.settings()` may be older, and its
   * text would then stay until the next version.
   */
  async function load(): Promise<Catalog> {
    const [{ namedIn }, live, current] = await Promise.all([
      readNodes(db),
      liveTemplates(db, templates, onFault),
      readSome(db, siteKeys),
      ruleLists.refresh(),
    ])
    templates = live
    const contentIn = (language: Language | null): Content => ({
      site: { ...siteOf(current, language, config), lists: ruleLists.inside },
      byGroup: namedIn(language),
    })
    const translated = { en: contentIn('en'), 'zh-CN': contentIn('zh-CN') }
    return { base: contentIn(null), translated, templates: live, compiled: new Map(), narrowed: new Map() }
  }

  function compile(dialect: Dialect, live: LiveTemplate | null, { list, isChosen }: Offer, forSite: Site): Compiled {
    try {
      if (live) return compileTemplated(dialect, live.template, list, forSite, isChosen)
    } catch (error) {
      onFault(error)
    }
    return compileFeed(dialect, list, forSite, isChosen)
  }

  /** `version` was read together with the member's row; an older catalog is never used. */
  return async function profile(
    member: FeedSeeker,
    dialect: Dialect,
    { narrowing: wanted, resting, notice, template }: Wish,
  ): Promise<Compiled> {
    const { catalog: version, groupId, accountId, language, own: ownSecrets } = member
    if (!catalog || version > known) {
      known = version
      catalog = load()
      catalog.catch(() => (known = -1))
    }
    const { base, translated, compiled, narrowed, templates: active } = await catalog
    const chosen = template === undefined ? chooseTemplate(active.get(dialect.format), accountId) : template
    const live = takesTemplate(dialect) ? chosen : null
    // Templates find nodes by names in the base language, so their profiles have those.
    const own = live || language === null ? undefined : translated[language]
    const { site, byGroup } = own ?? base
    const kept = wanted ? narrowed : compiled
    const youth = member.youth ? chooseRules(active, accountId) : null
    const forSite = (): Site => (youth ? { ...site, blocked: youth.rules.blocked } : site)
    if (youth) {
      const { now, zone } = clock()
      if (isResting(youth.rules.hours, now, zone)) return compileMessage(dialect, resting(), forSite())
    }
    const shape = live ? `${dialect.key} ${live.key}` : dialect.key
    const spoken = own ? `${shape} in ${language}` : shape
    const layout = youth ? `${spoken} youth ${youth.key}` : spoken
    const unwritten = ownSecrets ? unwritable(dialect.format, ownSecrets) : []
    const sparing = unwritten.length > 0 ? `${layout} without ${unwritten.join(' ')}` : layout
    const written = notice === null ? sparing : `${sparing} saying ${notice}`
    const key = wanted ? `${groupId} ${written} ${wanted.key}` : `${groupId} ${written}`
    let ready = kept.get(key)
    if (!ready) {
      if (kept.size >= (wanted ? MAX_NARROWED : MAX_COMPILED)) kept.clear()
      const all = (byGroup.get(groupId) ?? []).filter(({ settings }) => !unwritten.some((kind) => kind === ownSecretOf(settings)))
      const list = wanted ? chosenNodes(all, base.byGroup.get(groupId) ?? [], wanted) : all
      const offer = withNotice(list, notice, dialect.format)
      ready = compile(dialect, live, { list: offer, isChosen: wanted !== null && all.length > 0 }, forSite())
      kept.set(key, ready)
    }
    return ready
  }
}

/** The nodes a link asks for by names that operators first wrote: the same ones in every language. */
function chosenNodes(nodes: FeedNode[], base: FeedNode[], wanted: Narrowing): FeedNode[] {
  const ids = new Set(narrow(base, wanted).map(({ id }) => id))
  return nodes.filter(({ id }) => ids.has(id))
}

/** Kinds of a member's own secrets that a format cannot write: nodes that take them are left out there. */
function unwritable(format: Format, own: OwnSecrets): OwnSecretKind[] {
  const { secretText }: ClientFormat = formats[format]
  if (!secretText) return []
  return OWN_SECRETS.filter((kind) => own[kind] && secretText(own[kind].onNode) === null)
}

const builtInRules: ChosenRules = { key: 'v0', rules: readYouthRules(STARTING_YOUTH_RULES) }

function chooseRules(active: LiveTemplates, accountId: number): ChosenRules {
  const live = chooseTemplate(active.get('youth'), accountId)
  return live && 'youth' in live.template ? { key: live.key, rules: live.template.youth } : builtInRules
}
