import type { App } from '../app.ts'
import type { Job } from '../jobs/job.ts'
import { fetchRuleLists } from './fetch-rule-lists.ts'

export function ruleListJobs(app: App): Job[] {
  return [{ name: 'fetch_rule_lists', everyMs: 60_000, work: () => fetchRuleLists(app.database, app.settings(), app.now()) }]
}
