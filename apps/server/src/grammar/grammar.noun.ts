import { addedPages } from '../additions.ts'
import type { Noun } from '../noun.ts'
import { grammarRoutes } from './grammar.routes.ts'

export const grammarNoun: Noun = {
  routes: [grammarRoutes],
  adds: [
    addedPages.with({
      path: '/grammaly',
      // The item of the header that leads there is called Price.
      named: { title: 'price.title', description: 'price.text' },
      found: {
        en: { title: 'Grammar check', text: 'Paste a text and see what to correct.' },
        'zh-CN': { title: '语法检查', text: '粘贴一段文本，查看需要修改的地方。' },
        also: 'spelling writing proofread tips correct mistakes 拼写 写作 校对 纠错 错别字',
      },
    }),
  ],
}
