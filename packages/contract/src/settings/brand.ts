import * as z from 'zod/mini'
import { DEFAULT_COLOUR } from '../shades.ts'
import { group, own, picture, translated } from './define.ts'

/** How the site looks and what it says first, on its pages and in what it sends. */
export const brand = group({ en: 'Brand', 'zh-CN': '品牌' }, 'content.write', {
  'brand.colour': own({
    schema: z.string().check(z.trim(), z.regex(/^#[0-9A-Fa-f]{6}$/)),
    default: DEFAULT_COLOUR,
    label: { en: 'Colour', 'zh-CN': '主题色' },
    help: {
      en: 'On pages, in mail, on invoices and in the installed app. Everyone may choose another one for their own screen.',
      'zh-CN': '用于页面、邮件、账单和安装到桌面的应用。每个人仍可为自己的界面另选颜色。',
    },
  }),
  'brand.logo': picture({
    default: '',
    label: { en: 'Logo', 'zh-CN': '标志' },
    help: {
      en: 'A square picture of at least 192 × 192 pixels, better 512 × 512. Leave empty for the arch in your colour.',
      'zh-CN': '正方形图片，至少 192 × 192 像素，建议 512 × 512。留空则使用主题色的拱门图标。',
    },
  }),
  ...translated('brand.headline', {
    default: '',
    maxLength: 60,
    lines: 2,
    label: { en: 'Headline of the home page', 'zh-CN': '首页标题' },
    help: { en: 'Two short lines. Leave empty for ours.', 'zh-CN': '两行短句。留空则使用默认文案。' },
  }),
  ...translated('brand.intro', {
    default: '',
    maxLength: 200,
    lines: 3,
    label: { en: 'Text below the headline', 'zh-CN': '标题下方的介绍' },
    help: {
      en: 'Also what search engines and the Telegram bot say about the site. Leave empty for ours.',
      'zh-CN': '搜索引擎和 Telegram 机器人也用它介绍本站。留空则使用默认文案。',
    },
  }),
})
