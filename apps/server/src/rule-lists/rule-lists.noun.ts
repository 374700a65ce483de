import type { Noun } from '../noun.ts'
import { fetchRuleLists } from './fetch-rule-lists.ts'

export const ruleListsNoun: Noun = {
  jobs: (app) => [{ name: 'fetch_rule_lists', everyMs: 60_000, work: () => fetchRuleLists(app.database, app.settings(), app.now()) }],
}
