import type { Language } from '@portico/contract/translations'

export const helpTexts: Record<
  Language,
  Record<'help' | 'about' | 'changed' | 'previous' | 'next' | 'more' | 'none' | 'missing' | 'missing_text', string>
> = {
  en: {
    help: 'Tutorials',
    about: 'Guides and answers: setting up apps, paying, and what to do when something does not work.',
    changed: 'Last changed',
    previous: 'Previous',
    next: 'Next',
    more: 'More articles',
    none: 'There are no articles here.',
    missing: 'This page does not exist.',
    missing_text: 'The address may be mistyped, or you need to log in to read it. These pages may help:',
  },
  'zh-CN': {
    help: '教程文档',
    about: '使用教程与常见问题：安装客户端、付款，以及无法使用时的处理方法。',
    changed: '最后更新',
    previous: '上一篇',
    next: '下一篇',
    more: '更多文章',
    none: '这里还没有文章。',
    missing: '页面不存在。',
    missing_text: '地址可能有误，或需要登录后阅读。您可以前往：',
  },
}
