import { DEFAULT_COLOUR } from '@portico/contract/shades'
import type { Brand } from '@portico/contract/site'
import { site, useSite } from './site.ts'

/** As the server wrote it into the page, so that nothing changes when the site's values arrive. */
const written = new URLSearchParams(document.documentElement.dataset['brand'])
const first: Brand = {
  colour: written.get('colour') ?? DEFAULT_COLOUR,
  logo: written.get('logo') ?? '',
  headline: written.get('headline') ?? '',
  intro: written.get('intro') ?? '',
}

export const brandNow = (): Brand => site.get()?.brand ?? first

/** The operator's colour, logo and first words. */
export const useBrand = (): Brand => useSite()?.brand ?? first
