import { readFileSync } from 'node:fs'
import { parse } from 'postcss'
import { expect, test } from 'vitest'
import { shades } from '@portico/contract/shades'

const PRESETS = ['#409EFF', '#3B5BDB', '#7048E8', '#C2255C', '#E8590C', '#2F9E44', '#0C8599', '#495057']
const read = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8')
const tokens = parse(read('tokens.css'))

type Rgb = number[]

/** The tokens of one theme, with the four of a preset colour, as the browser computes them. */
function themeOf(theme: 'light' | 'dark', preset: string, onInk = false): (name: string) => Rgb {
  const values = new Map<string, string>()
  const applies = (selector: string): boolean =>
    selector === ':root' || selector === `[data-theme='${theme}']` || (onInk && selector === '.on-ink')
  tokens.walkRules((rule) => {
    if (rule.selectors.some(applies)) rule.walkDecls(/^--/, (decl) => void values.set(decl.prop, decl.value))
  })
  const all = shades(preset)
  for (const [name, value] of Object.entries({
    accent: preset,
    'accent-strong': all[7],
    'accent-pressed': all[8],
    'accent-light': all[4],
  })) {
    values.set(`--${name}`, value)
  }
  const colour = (value: string): Rgb => {
    const reference = /^var\((--[\w-]+)\)$/.exec(value)
    if (reference) return colour(values.get(reference[1] ?? '') ?? '')
    const mixed = /^color-mix\(in srgb, (.+) (\d+)%, (.+)\)$/.exec(value)
    if (mixed) {
      const [from, to, share] = [colour(mixed[1] ?? ''), colour(mixed[3] ?? ''), Number(mixed[2]) / 100]
      return from.map((c, i) => c * share + (to[i] ?? 0) * (1 - share))
    }
    const hex = /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(value)?.[1]
    if (!hex) throw new Error(`no colour: ${value}`)
    const full = hex.length === 3 ? hex.replace(/./g, '$&$&') : hex
    return [0, 2, 4].map((at) => Number.parseInt(full.slice(at, at + 2), 16))
  }
  return (name) => colour(name.startsWith('#') ? name : `var(--${name})`)
}

// Contrast as WCAG 2 defines it.
function contrast(one: Rgb, other: Rgb): number {
  const luminance = (rgb: Rgb): number => {
    const [r = 0, g = 0, b = 0] = rgb.map((c) => (c / 255 <= 0.04045 ? c / 255 / 12.92 : ((c / 255 + 0.055) / 1.055) ** 2.4))
    return 0.2126 * r + 0.7152 * g + 0.0722 * b
  }
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}

const GROUNDS = ['ground', 'sheet', 'float', 'raised', 'sunken']
// Each text on every ground it stands on.
const TEXTS: [string, string[]][] = [
  ['text', [...GROUNDS, 'accent-soft', 'warm-soft', 'good-soft', 'bad-soft']],
  ['text-2', [...GROUNDS, 'accent-soft', 'warm-soft', 'good-soft', 'bad-soft']],
  ['muted', GROUNDS],
  ['link', [...GROUNDS, 'accent-soft', 'warm-soft']],
  ['warm-text', [...GROUNDS, 'warm-soft']],
  ['good-text', [...GROUNDS, 'good-soft']],
  ['bad-text', [...GROUNDS, 'bad-soft']],
  ['on-ink', ['ink', 'ink-2', 'ink-3']],
  ['on-ink-2', ['ink', 'ink-2', 'ink-3']],
  ['on-ink-muted', ['ink', 'ink-2']],
  ['#ffffff', ['accent-strong', 'accent-pressed', 'ink-3']],
]

for (const theme of ['light', 'dark'] as const) {
  test.each(PRESETS)(`every text of the ${theme} theme reads on its ground with the theme colour %s`, (preset) => {
    const colour = themeOf(theme, preset)
    const faint = TEXTS.flatMap(([text, grounds]) =>
      grounds
        .map((ground) => ({ text, ground, ratio: contrast(colour(text), colour(ground)) }))
        .filter(({ ratio }) => ratio < 4.5)
        .map(({ ratio, ...pair }) => ({ ...pair, ratio: ratio.toFixed(2) })),
    )
    expect(faint).toEqual([])
  })

  test.each(PRESETS)(`links and lines on ink read in the ${theme} theme with the theme colour %s`, (preset) => {
    const colour = themeOf(theme, preset, true)
    for (const name of ['link', 'text', 'text-2', 'muted']) expect(contrast(colour(name), colour('ink')), name).toBeGreaterThanOrEqual(4.5)
  })

  test(`the edge of a field and the focus ring stand out in the ${theme} theme`, () => {
    for (const preset of PRESETS) {
      const colour = themeOf(theme, preset)
      const focus = theme === 'dark' ? 'accent-light' : 'accent-strong'
      for (const ground of GROUNDS) {
        for (const mark of ['control', focus])
          expect(contrast(colour(mark), colour(ground)), `${mark} on ${ground}`).toBeGreaterThanOrEqual(3)
      }
    }
  })
}
