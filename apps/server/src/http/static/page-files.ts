import type { Language } from '@portico/contract/translations'
import { fits } from '@portico/contract/fits-pattern'

/** What the first visit of each address of the signed-in app loads; `$` begins a part that varies. The build writes it. */
export type PageFiles = Record<string, Record<Language, string[]>>

/** Links that ask for the files of an address, so that none waits for the script that names it. */
export function linksFor(pages: PageFiles, path: string, language: Language): string {
  const files = pages[path] ?? Object.entries(pages).find(([pattern]) => fits(pattern, path))?.[1]
  return (files?.[language] ?? []).map(linkTo).join('')
}

// Styles are only asked for: what loads the page adds them, in their order.
function linkTo(file: string): string {
  return file.endsWith('.css')
    ? `<link rel="preload" as="style" crossorigin href="/${file}">`
    : `<link rel="modulepreload" crossorigin href="/${file}">`
}
