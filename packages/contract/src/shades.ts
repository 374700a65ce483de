/** Colour of a site whose operator has chosen none. */
export const DEFAULT_COLOUR = '#409EFF'

/** Ground of a light page, as in the web app's `tokens.css`: what a browser draws around a page in the default colour. */
export const GROUND = '#f4f3ef'

type Rgb = [number, number, number]
type Shades = [string, string, string, string, string, string, string, string, string, string]

/** The contrast that small text needs (WCAG AA), plus a small margin. */
const READABLE = 4.7
/** The lightest ground of the dark theme that carries a link: `--warm-soft`. */
const DARK_GROUND: Rgb = [42, 33, 48]

/** A site's colour as it is, a shade that white text reads on, a darker one, and one that reads on a dark ground. */
export function coloursOf(hex: string): { plain: string; strong: string; pressed: string; light: string } {
  const all = shades(hex)
  return { plain: all[5], strong: all[7], pressed: all[8], light: all[4] }
}

export function isDefaultColour(hex: string): boolean {
  return hex.toLowerCase() === DEFAULT_COLOUR.toLowerCase()
}

/** Ten shades of a colour, light to dark. The sixth is the colour itself. White text is readable on the eighth. */
export function shades(hex: string): Shades {
  const base = parse(hex)
  const strong = darkenUntilReadable(base)
  const tint = (share: number): string => format(mix(base, [255, 255, 255], share))
  const shade = (share: number): string => format(mix(strong, [0, 0, 0], share))
  return [
    tint(0.93),
    tint(0.85),
    tint(0.7),
    tint(0.52),
    format(lightenUntilReadable(base)),
    hex,
    format(mix(base, strong, 0.5)),
    format(strong),
    shade(0.14),
    shade(0.28),
  ]
}

function lightenUntilReadable(from: Rgb): Rgb {
  for (let share = 0.3; share < 1; share += 0.01) {
    const candidate = mix(from, [255, 255, 255], share)
    if ((luminance(candidate) + 0.05) / (luminance(DARK_GROUND) + 0.05) >= READABLE) return candidate
  }
  return [255, 255, 255]
}

function darkenUntilReadable(from: Rgb): Rgb {
  for (let share = 0; share < 1; share += 0.01) {
    const candidate = deepen(from, share)
    if (1.05 / (luminance(candidate) + 0.05) >= READABLE) return candidate
  }
  return [0, 0, 0]
}

// Darkening the weak channels first keeps the colour vivid. Mixing in black would turn it grey.
function deepen([r, g, b]: Rgb, share: number): Rgb {
  const most = Math.max(r, g, b)
  return [r, g, b].map((c) => c * (1 - share * (1.5 - 1.3 * (c / most)))).map((c) => Math.max(0, c)) as Rgb
}

function luminance(rgb: Rgb): number {
  const [r, g, b] = rgb.map((c) => (c <= 10 ? c / 255 / 12.92 : ((c / 255 + 0.055) / 1.055) ** 2.4)) as Rgb
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

function mix(from: Rgb, to: Rgb, share: number): Rgb {
  return from.map((c, i) => c + ((to[i] ?? 0) - c) * share) as Rgb
}

function parse(hex: string): Rgb {
  const bits = Number.parseInt(hex.slice(1), 16)
  return [(bits >> 16) & 255, (bits >> 8) & 255, bits & 255]
}

function format(rgb: Rgb): string {
  return `#${rgb.map((c) => Math.round(c).toString(16).padStart(2, '0')).join('')}`
}
