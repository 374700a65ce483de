import { coloursOf, GROUND, isDefaultColour } from '@portico/contract/shades'
import type { Language } from '@portico/contract/translations'
import type { App } from '../app.ts'
import { settingIn } from '../in-language.ts'

/** What a browser needs to install the site as an app (W3C Web Application Manifest). */
export function webManifest(app: App, language: Language, description: string) {
  const colour = app.settings()['brand.colour']
  const name = settingIn(app.settings(), 'site.title', language)
  const icon = (file: string, sizes: string, purpose: string) => ({ src: `/icons/${file}.png`, sizes, type: 'image/png', purpose })
  return {
    id: '/',
    name,
    short_name: name,
    description,
    lang: language,
    dir: 'ltr',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    background_color: GROUND,
    theme_color: isDefaultColour(colour) ? GROUND : coloursOf(colour).strong,
    icons: [icon('192', '192x192', 'any'), icon('512', '512x512', 'any'), icon('maskable', '512x512', 'maskable')],
  }
}
