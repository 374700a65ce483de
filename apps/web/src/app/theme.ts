import { shades } from '@portico/contract/shades'

/** Sets the CSS variables for the user's colour. */
export function paint(hex: string): void {
  const all = shades(hex)
  const { style } = document.documentElement
  style.setProperty('--accent', hex)
  style.setProperty('--accent-strong', all[7])
  style.setProperty('--accent-pressed', all[8])
  style.setProperty('--accent-light', all[4])
}
