import * as z from 'zod/mini'
import { defaultHeader, HeaderInput, MAX_HEADER_ITEMS } from '../header.ts'
import type { Rule } from '../rule-texts.ts'
import { group, own } from './define.ts'

export const header = group({ en: 'Header of the site', 'zh-CN': '页眉导航' }, 'content.write', {
  'header.items': own({
    schema: z.array(HeaderInput).check(
      z.maxLength(MAX_HEADER_ITEMS),
      z.refine((items) => new Set(items.map(({ to }) => to)).size === items.length, 'header.twice' satisfies Rule),
    ),
    default: defaultHeader,
    label: { en: 'Items', 'zh-CN': '导航项' },
    help: {
      en: "Shown in this order on public pages, before logging in and registering. Without a name, an item uses its page's name. Games are shown once there are any.",
      'zh-CN': '按此顺序显示在公开页面，位于登录和注册之前。未填写名称时使用页面名称。有游戏后才显示“游戏”。',
    },
  }),
})
