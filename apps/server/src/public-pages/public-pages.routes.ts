import { addedPages } from '../additions.ts'
import type { App } from '../app.ts'
import { descriptions, type WritePage } from '../http/static/static.ts'
import { brandIn } from '../in-language.ts'
import { siteOf } from './frame.ts'
import { pageText } from './page-texts.ts'
import { usualPath } from './usual-path.ts'
import { type Named, writePage } from './write-page.ts'

const PAGES: Record<string, Named> = {
  '/index': { title: 'title.home', description: 'home.text' },
  '/price': { title: 'price.title', description: 'price.text' },
  '/service': { title: 'title.service', description: 'service.text' },
  '/discount': { title: 'discount.title', description: 'discount.text' },
  '/extension': { title: 'title.browser_extension', description: 'extension.text' },
  '/login': { title: 'nav.log_in' },
}

/** The heads of the pages for everybody. Of a closed site there is none. */
export function publicPages(app: App): WritePage {
  const pages = { ...PAGES, ...Object.fromEntries(addedPages.all.map(({ path, named }) => [path, named])) }
  return async (asked, _query, language) => {
    const path = usualPath(asked)
    const named = Object.hasOwn(pages, path) ? pages[path] : undefined
    if (app.settings()['site.closed'] || !named) return null
    const t = pageText(language)
    const own = path === '/index' ? brandIn(app.settings(), language).intro : ''
    const description = own || (named.description === undefined ? descriptions[language] : t(named.description))
    return writePage(siteOf(app, language), path, language, { title: t(named.title), description })
  }
}
