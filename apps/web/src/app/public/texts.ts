/** The texts that public pages and their parts may need. */
const files = import.meta.glob<Record<string, Record<string, string>>>(
  '../../locales/*/{site,footer,home,prices,discount,games,service,extension,challenge,issuers,second,entry,reading,grammar}.ts',
  { import: 'texts' },
)

export const loadTexts = async (name: string): Promise<Record<string, Record<string, string>> | undefined> =>
  files[`../../locales/${name}.ts`]?.()

/** Languages and areas, such as `en/site`. */
export const allTexts = Object.keys(files).map((file) => file.replace(/^.*locales\/|\.ts$/g, ''))
