import type { Settings } from '@portico/contract/settings-admin'
import type { RuleListName } from './rule-list.ts'

const keys = {
  cn: 'rules.cn',
  'cn-ip': 'rules.cn_ip',
  ads: 'rules.ads',
  ai: 'rules.ai',
  streaming: 'rules.streaming',
} as const satisfies Record<RuleListName, keyof Settings>

/** URL of an operator's list; '': built-in. */
export function sourceOf(settings: Pick<Settings, (typeof keys)[RuleListName]>, name: RuleListName): string {
  return settings[keys[name]]
}
