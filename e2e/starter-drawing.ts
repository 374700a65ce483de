import { archStones } from '../apps/web/src/ui/stone/arch.ts'

// On ink, which fits both themes.
const [ink, raised, edge, stone, light, accent] = ['#0b1431', '#1b2954', '#41548f', '#566aa6', '#c6d0ea', '#409eff']

const arch = archStones({ outer: 104, inner: 68, ring: 9, legs: 3, foot: 96, gap: 5 })
const stones = arch.map(({ d }, i) => `<path d="${d}" fill="${i === 7 ? accent : light}"/>`).join('')

const box = (x: number, y: number, width: number, height: number, radius: number, inner = ''): string =>
  `<g transform="translate(${x} ${y})"><rect width="${width}" height="${height}" rx="${radius}" fill="${raised}" stroke="${edge}" stroke-width="4"/>${inner}</g>`
const bar = (x: number, y: number, width: number, fill = stone): string =>
  `<rect x="${x}" y="${y}" width="${width}" height="12" rx="6" fill="${fill}"/>`

const phone = box(
  96,
  120,
  116,
  208,
  18,
  `${bar(20, 30, 76, accent)}${bar(20, 60, 76)}${bar(20, 84, 52)}<circle cx="58" cy="150" r="24" fill="${accent}"/>`,
)
const site = (y: number): string => box(908, y, 196, 92, 10, `${bar(20, 22, 60, light)}${bar(20, 50, 150)}`)
const way = (d: string): string =>
  `<path d="${d}" fill="none" stroke="${accent}" stroke-width="6" stroke-linecap="round" stroke-dasharray="2 16"/>`

/** A phone whose traffic goes through an arch to three sites, without words. */
export const howItWorks = `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="440" viewBox="0 0 1200 440">
<rect width="1200" height="440" fill="${ink}"/>
<line x1="60" x2="840" y1="346" y2="346" stroke="${edge}" stroke-width="3"/>
${way('M236 224H880')}${way('M668 216C760 200 760 92 880 92')}${way('M668 232C760 248 760 356 880 356')}
<g transform="translate(540 248)">${stones}</g>
${phone}${site(46)}${site(178)}${site(310)}
</svg>`
