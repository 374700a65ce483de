import * as z from 'zod/mini'
import type { Rule } from './rule-texts.ts'
import type { Text } from './settings/define.ts'
import { InEachLanguage, type Language } from './translations.ts'

/** Public pages that the header can link to, with their default labels. */
export const headerPages = {
  '/index': { en: 'Home', 'zh-CN': '首页' },
  '/grammaly': { en: 'Price', 'zh-CN': '价格' },
  '/price': { en: 'Plans', 'zh-CN': '套餐' },
  '/discount': { en: 'Promotions', 'zh-CN': '优惠活动' },
  '/sup_game': { en: 'Games', 'zh-CN': '游戏' },
  '/service': { en: 'Service', 'zh-CN': '客服' },
  '/help': { en: 'Tutorials', 'zh-CN': '教程文档' },
  '/soso': { en: 'Search', 'zh-CN': '搜索' },
  '/extension': { en: 'Extension', 'zh-CN': '浏览器扩展' },
} as const satisfies Record<string, Text>
export type HeaderPage = keyof typeof headerPages
// `Object.keys` types them as plain strings.
export const HEADER_PAGES = Object.keys(headerPages) as [HeaderPage, ...HeaderPage[]]
export const MAX_HEADER_ITEMS = 6

const label = z.string().check(z.trim(), z.maxLength(24))
const Link = z.string().check(
  z.trim(),
  z.maxLength(300),
  z.refine((to) => /^https:\/\/\S+$/.test(to) && URL.canParse(to), 'header.bad_link' satisfies Rule),
)

/** A header item as the operator enters it: a page of this site, or an address elsewhere. */
export const HeaderInput = z.object({ to: z.union([z.enum(HEADER_PAGES), Link]), label, translations: InEachLanguage({ label }) }).check(
  z.refine((item) => isHeaderPage(item.to) || item.label !== '', {
    path: ['label'],
    message: 'header.no_label' satisfies Rule,
  }),
)
export type HeaderInput = z.infer<typeof HeaderInput>

const untranslated = { en: { label: '' }, 'zh-CN': { label: '' } }
/** Header of a new site: the home page and the specification's second item. */
export const defaultHeader: HeaderInput[] = [
  { to: '/index', label: '', translations: untranslated },
  { to: '/grammaly', label: '', translations: untranslated },
]

export function isHeaderPage(to: string): to is HeaderPage {
  return Object.hasOwn(headerPages, to)
}

/** Label of a header item in this language. */
export function headerLabel({ to, label: own, translations }: HeaderInput, language: Language): string {
  return translations[language].label || own || (isHeaderPage(to) ? headerPages[to][language] : to)
}
