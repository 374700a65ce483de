import { and, asc, eq, isNull } from 'drizzle-orm'
import type { Settings } from '@portico/contract/settings-admin'
import type { Language } from '@portico/contract/translations'
import type { Config } from '../config.ts'
import { batched } from '../db/batch.ts'
import type { Database, Db } from '../db/client.ts'
import { AT_FIRST_USE } from '../db/hot-statements.ts'
import { inLanguage, settingIn } from '../in-language.ts'
import { offlineAt } from '../nodes/node-contact.ts'
import { areReadable } from '../nodes/node-secrets.ts'
import { nodeGroups, nodes } from '../nodes/nodes.table.ts'
import { offeredNodes } from '../nodes/offered-nodes.ts'
import type { RuleListMemory } from '../rule-lists/rule-list-memory.ts'
import { linkOrigin, readSome } from '../settings/settings.ts'
import { chooseTemplate, type LiveTemplate, type LiveTemplates, liveTemplates } from '../templates/live-templates.ts'
import { isResting, readYouthRules, STARTING_YOUTH_RULES, type YouthRules } from '../documents/youth-rules.ts'
import type { Dialect } from '../formats/dialect.ts'
import { compileFeed, compileMessage } from '../formats/compile-feed.ts'
import type { FeedNode, Site } from '../formats/feed-node.ts'
import { type Narrowing, narrow } from '../formats/narrow.ts'
import type { Compiled, Credential } from '../formats/slots.ts'
import { compileTemplated, takesTemplate } from '../formats/templates/link-template.ts'

/**
 * A member found by their link. `catalog` is the version of everything else in a profile. `expiresAt` is a number, because
 * turning each one into a Date costs as much as finding the row.
 */
export type FeedMember = Credential & {
  accountId: number
  groupId: number | null
  banned: boolean
  youth: boolean
  /** null: the member chose none. */
  language: Language | null
  catalog: number
}

const QUERY = `
  select s.token, s.uuid, s.account_id as "accountId", s.group_id as "groupId", s.transfer_enable as "transferEnable", s.up, s.down,
    (extract(epoch from s.expires_at) * 1000)::bigint as "expiresAt",
    a.banned_at is not null as banned, a.youth_mode_at is not null as youth, a.language,
    (select value from versions where name = 'catalog') as catalog
  from subscriptions s join accounts a on a.id = s.account_id where s.token = any($1)`

/** The database does not answer, and this member has not been seen before. */
export const UNREACHABLE = 'unreachable'
const MAX_SEEN = 100_000

/**
 * Finds members by link token, many in one query, always from the database. While it does not answer, members are as they
 * were last seen: an old profile connects, an error does not.
 */
export function feedMembers({ pool }: Database): (token: string) => Promise<FeedMember | typeof UNREACHABLE | undefined> {
  const seen = new Map<string, FeedMember>()
  return batched<string, FeedMember | typeof UNREACHABLE>(async (tokens) => {
    let rows: FeedMember[]
    try {
      rows = (await pool.query<FeedMember>({ name: AT_FIRST_USE, text: QUERY, values: [tokens] })).rows
    } catch {
      return new Map(tokens.map((token) => [token, seen.get(token) ?? UNREACHABLE]))
    }
    if (seen.size > MAX_SEEN) seen.clear()
    const found = new Map(rows.map((row) => [row.token, row]))
    for (const [token, row] of found) seen.set(token, row)
    // A reset link is removed here too.
    if (found.size < tokens.length) for (const token of tokens) if (!found.has(token)) seen.delete(token)
    return found
  })
}

/** Content of profiles: nodes by group, in order. */
type Content = { site: Site; byGroup: Map<number, FeedNode[]> }
type Catalog = {
  base: Content
  translated: Record<Language, Content>
  templates: LiveTemplates
  compiled: Map<string, Compiled>
  narrowed: Map<string, Compiled>
}
type FeedSeeker = Pick<FeedMember, 'accountId' | 'catalog' | 'youth' | 'language'> & { groupId: number }
/** What one request adds to a profile. `resting`: message during youth mode's blocked hours. */
type Wish = { narrowing: Narrowing | null; resting: () => string }
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

/** `namedIn`: with the names in a language. */
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
  return async function profile(member: FeedSeeker, dialect: Dialect, { narrowing: wanted, resting }: Wish): Promise<Compiled> {
    const { catalog: version, groupId, accountId, language } = member
    if (!catalog || version > known) {
      known = version
      catalog = load()
      catalog.catch(() => (known = -1))
    }
    const { base, translated, compiled, narrowed, templates: active } = await catalog
    const live = takesTemplate(dialect) ? chooseTemplate(active.get(dialect.format), accountId) : null
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
    const key = wanted ? `${groupId} ${layout} ${wanted.key}` : `${groupId} ${layout}`
    let ready = kept.get(key)
    if (!ready) {
      if (kept.size >= (wanted ? MAX_NARROWED : MAX_COMPILED)) kept.clear()
      const all = byGroup.get(groupId) ?? []
      const list = wanted ? chosenNodes(all, base.byGroup.get(groupId) ?? [], wanted) : all
      ready = compile(dialect, live, { list, isChosen: wanted !== null && all.length > 0 }, forSite())
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

const builtInRules: ChosenRules = { key: 'v0', rules: readYouthRules(STARTING_YOUTH_RULES) }

function chooseRules(active: LiveTemplates, accountId: number): ChosenRules {
  const live = chooseTemplate(active.get('youth'), accountId)
  return live && 'youth' in live.template ? { key: live.key, rules: live.template.youth } : builtInRules
}
