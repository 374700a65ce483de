// One module per language and area holds the texts of all nouns, so each area takes one request.
const files = import.meta.glob<Record<string, Record<string, string>>>('./locales/*/*.ts', { import: 'texts' })

/** Loads texts by language and area, such as `en/site`, or by page, such as `en/pages/admin.user`. */
export async function loadTexts(name: string): Promise<Record<string, Record<string, string>> | undefined> {
  const [language, , page] = name.split('/')
  if (page === undefined) return files[`./locales/${name}.ts`]?.()
  const { pageTexts } = await import('./page-texts.ts')
  return { [page]: (await pageTexts[`./locales/pages/${language}/${page}.json`]?.()) ?? {} }
}
