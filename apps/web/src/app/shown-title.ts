import { createStore } from '../store.ts'

/** The title of what a page shows, such as an article; '' where the page's own title stands. */
export const shownTitle = createStore('')

export function titleOf(page: string | undefined, site: string): string {
  return page ? `${page} - ${site}` : site
}
