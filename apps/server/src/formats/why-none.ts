import type { Language } from '@portico/contract/translations'
import type { FeedNode, Site } from './feed-node.ts'

/** `empty`: the plan has no node now. `unmatched`: the link asks for nodes that are not there. `unable`: the app can use none of them. */
type Reason = 'empty' | 'unmatched' | 'unable'

const words: Record<Language, Record<Reason, string>> = {
  en: {
    empty: 'No nodes right now, please try again later',
    unmatched: 'No node fits what this link asks for',
    unable: 'This app cannot use our nodes: update it or use another',
  },
  'zh-CN': {
    empty: '暂无可用节点，请稍后再试',
    unmatched: '没有符合此链接条件的节点',
    unable: '此客户端不支持现有节点，请升级或更换客户端',
  },
}

/** Text that says why a profile has no node for the client. */
export function whyNone(nodes: readonly FeedNode[], { language }: Site, isChosen: boolean): string {
  const reason = nodes.length > 0 ? 'unable' : isChosen ? 'unmatched' : 'empty'
  return words[language ?? 'en'][reason]
}
