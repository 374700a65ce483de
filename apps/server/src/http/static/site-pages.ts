/** Below these, a visitor without a session goes to the login page, also where no page is. */
export const ofMembers = /^\/(dashboard|user|article|order|admin)(\/|$)/

export type IsPage = (path: string) => boolean

/** Reads the build's list of addresses. `$name` stands for one part of a path, `$` for its rest. */
export function pagesIn(list: string): IsPage {
  const pages: string[] = JSON.parse(list)
  const patterns = pages.map((path) => path.replace(/\$$/, '.+').replaceAll(/\$\w+/g, '[^/]+'))
  const known = new RegExp(`^(?:${patterns.join('|')})/?$`, 'i')
  return (path) => known.test(path)
}

/** Whether the caller asked for a page, as browsers do. */
export function asksForPage(accept: string | undefined): boolean {
  return /\btext\/html\b/.test(accept ?? '')
}
