/** The texts of each page that needs a session. The build writes the files (`apps/web/page-texts.ts`). */
export const pageTexts = import.meta.glob<Record<string, string>>('./locales/pages/*/*.json', { import: 'default' })

const pages = Object.keys(pageTexts).flatMap((path) => /pages\/en\/(.+)\.json$/.exec(path)?.[1] ?? [])

/** The page's file at an address: `/admin/user/7` is `admin.user.$memberId`. The frame's, where no page is. */
export function pageAt(pathname: string): string {
  const given = pathname.split('/').filter(Boolean)
  const fits = (page: string): boolean => {
    const parts = page.split('.')
    return parts.length === given.length && parts.every((part, i) => part === given[i] || part.startsWith('$'))
  }
  const exact = given.join('.')
  return pages.find((page) => page === exact) ?? pages.find(fits) ?? 'frame'
}
