import { basename } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { isDefaultColour } from '@portico/contract/shades'
import type { App } from '../app.ts'
import { pictureRewriter } from '../files/pictures.ts'
import { findStored, readStored } from '../files/stored-bytes.ts'
import { service } from '../service.ts'

/** Side in pixels. `isWhole`: fills its square, because systems cut it to a shape of their own. */
const icons = {
  '192.png': { side: 192, isWhole: false },
  '512.png': { side: 512, isWhole: false },
  'maskable.png': { side: 512, isWhole: true },
} as const
export type IconName = keyof typeof icons
// `Object.keys` types them as plain strings.
export const iconNames = Object.keys(icons) as IconName[]

/** Icons that are kept: those of the current look and of the one before. */
const MOST_KEPT = 2 * iconNames.length
const drawnIcons = service(() => new Map<string, Promise<Buffer>>())

/** An icon of this site as PNG; null: the built-in one is right, or the logo cannot be read now. Drawn once for each logo and colour. */
export async function siteIcon(app: App, name: IconName): Promise<Buffer | null> {
  const { 'brand.logo': logo, 'brand.colour': colour } = app.settings()
  if (isBuiltIn(logo, colour)) return null
  const drawn = drawnIcons(app)
  const key = `${name} ${logo || colour}`
  let icon = drawn.get(key)
  if (!icon) {
    if (drawn.size >= MOST_KEPT) drawn.clear()
    icon = logo === '' ? drawArch(app, colour, name) : drawLogo(app, logo, name)
    drawn.set(key, icon)
  }
  try {
    return await icon
  } catch (error) {
    // Anyone may ask: what fails is not tried for each.
    setTimeout(() => drawn.delete(key), 60_000).unref()
    app.log.warn({ err: error }, 'the icon of the site could not be drawn')
    return null
  }
}

/** The icon in a browser's tab, as SVG; null as for `siteIcon`. */
export async function siteFavicon(app: App): Promise<Buffer | null> {
  const { 'brand.logo': logo, 'brand.colour': colour } = app.settings()
  if (isBuiltIn(logo, colour)) return null
  if (logo === '') return Buffer.from(arch(colour, false))
  const icon = await siteIcon(app, '192.png')
  return icon && Buffer.from(svg(`<image width="32" height="32" href="${dataAddress(icon)}"/>`))
}

/** The logo as the address of a PNG that is in it (`data:`), for documents and pages that load nothing; null as for `siteIcon`. */
export async function siteLogo(app: App): Promise<string | null> {
  if (app.settings()['brand.logo'] === '') return null
  const icon = await siteIcon(app, '192.png')
  return icon && dataAddress(icon)
}

const dataAddress = (png: Buffer): string => `data:image/png;base64,${png.toString('base64')}`

function isBuiltIn(logo: string, colour: string): boolean {
  return logo === '' && isDefaultColour(colour)
}

function drawArch(app: App, colour: string, name: IconName): Promise<Buffer> {
  const { side, isWhole } = icons[name]
  return pictureRewriter(app).icon(Buffer.from(arch(colour, isWhole)), { side, inset: 0 })
}

async function drawLogo(app: App, address: string, name: IconName): Promise<Buffer> {
  const found = await findStored(app, basename(address))
  const bytes = found && (await readStored(app, found.name, null))
  if (!bytes) throw new Error('the logo is gone')
  const { side, isWhole } = icons[name]
  // What is cut away is at most a fifth of the radius (W3C, maskable icons).
  return pictureRewriter(app).icon(await buffer(bytes), { side, inset: isWhole ? Math.round(side / 5) : 0 })
}

function arch(colour: string, isWhole: boolean): string {
  const path = 'M8 24V14a8 8 0 0 1 16 0v10M13 24V14a3 3 0 0 1 6 0v10'
  const size = isWhole ? ' transform="translate(4 4) scale(.75)"' : ''
  return svg(`<rect width="32" height="32" rx="${isWhole ? 0 : 8}" fill="${colour}"/>
<path d="${path}"${size} fill="none" stroke="#fff" stroke-width="2.6" stroke-linecap="round"/>`)
}

function svg(content: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="512" height="512" viewBox="0 0 32 32">${content}</svg>`
}
