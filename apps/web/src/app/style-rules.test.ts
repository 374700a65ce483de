import { readdirSync, readFileSync } from 'node:fs'
import { parse } from 'postcss'
import { expect, test } from 'vitest'

// Every style sheet draws from the tokens.
const read = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8')
const sheets = readdirSync(new URL('..', import.meta.url), { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.css'))

test.each([
  ['font-size', /^(12|13|14|15|16|18|20|28|40|56)px$|^var\(|^inherit$|^clamp\(|^calc\(|^0$/],
  ['font-weight', /^(400|500|600)$|^inherit$|^400 600$/],
  ['border-radius', /^(6|8|12|16|99|999)px|^50%$|^var\(|^inherit$|^0|^(\d+)px \2px (\d+px|0|var\(--r-\d\)) /],
])('style sheets take %s from the scale', (property, scale) => {
  const found = sheets.flatMap((name) => {
    const off: string[] = []
    parse(read(`../${name}`)).walkDecls(property, ({ value }) => void (scale.test(value) || off.push(`${name}: ${value}`)))
    return off
  })
  expect(found).toEqual([])
})

test('only the tokens name colours; white may stand on ink and on the accent', () => {
  const found = sheets
    .filter((name) => name !== 'app/tokens.css')
    .flatMap((name) => [...read(`../${name}`).matchAll(/#[0-9a-f]{3,8}\b/gi)].map(([colour]) => `${name}: ${colour}`))
    .filter((line) => !/#(fff|ffffff)$/i.test(line))
  expect(found).toEqual([])
})
