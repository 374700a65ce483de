import type { TemplateFault } from '@portico/contract/templates-admin'
import { describe, expect, test } from 'vitest'
import { templateFaults } from './link-template.ts'

const LINK = '{{subscribe_url}}'
const misplaced = (faults: TemplateFault[]) => faults.filter(({ code, detail }) => code === 'misplaced_placeholder' && detail === LINK)

describe('in lines', () => {
  const inSurge = (line: string) => {
    const text = `${line}\n[Proxy]\n{{proxies}}\n[Proxy Group]\nAll = select, /*/\n[Rule]\nFINAL,All\n`
    return misplaced(templateFaults('surge', text))
  }
  test.each([
    `#!MANAGED-CONFIG ${LINK}?flag=surge interval=3600`,
    `${LINK}, tag=All`,
    `All = ${LINK}`,
    `Own = select, policy-path=${LINK}, update-interval=60`,
    `# from https://example.com and ${LINK}`,
    '#!MANAGED-CONFIG {{ subscribe_url }}',
  ])('the link begins an address of the site: %s', (line) => expect(inSurge(line)).toEqual([]))

  test.each([
    `#!MANAGED-CONFIG https://other.example/?u=${LINK}`,
    `https://other.example/?u=${LINK}, tag=All`,
    `RULE-SET,https://other.example/${LINK},DIRECT`,
    `Own = select, policy-path=https://other.example/?u=${LINK}`,
    `http-request ^https?://other.example header-add X-Link ${LINK}`,
    `Own = http, other.example, 80, username=${LINK}`,
    `x = type=cron, script-path=https://other.example/x.js, argument=${LINK}`,
    `${LINK}, tag=https://other.example/?u=${LINK}`,
    `#!include https://other.example/?u=${LINK}`,
    'Own = select, policy-path=https://other.example/?u={{ subscribe_url }}',
  ])('and stands nowhere else: %s', (line) => expect(inSurge(line)).toMatchObject([{ line: 1 }]))
})

describe('in a tree', () => {
  const inMihomo = (entry: string) => misplaced(templateFaults('mihomo', `proxy-groups: []\n${entry}\n`))
  const inSingBox = (entry: object) => misplaced(templateFaults('sing-box', JSON.stringify({ outbounds: [], ...entry })))

  test('the link begins a value named url', () => {
    expect(inMihomo(`proxy-providers: {own: {type: http, url: "${LINK}?flag=mihomo"}}`)).toEqual([])
    expect(inSingBox({ route: { rule_set: [{ type: 'remote', tag: 'x', url: `${LINK}/x` }] } })).toEqual([])
  })

  test.each([
    `proxy-providers: {own: {type: http, url: "https://other.example/?u=${LINK}"}}`,
    `proxy-providers: {own: {type: http, url: "${LINK}", header: {X-Link: ["${LINK}"]}}}`,
    `proxy-providers: {own: {type: http, url: "https://other.example/?u=\\\n  ${LINK}"}}`,
    `proxies: [{name: x, type: http, server: other.example, port: 80, username: "${LINK}"}]`,
    `proxies: [{name: x, type: vmess, ws-opts: {path: "/${LINK}"}}]`,
    `rules: ["RULE-SET,${LINK},DIRECT"]`,
    `a: &a "https://other.example/?u=${LINK}"\nb: {url: *a}`,
  ])('and stands nowhere else in YAML: %s', (entry) => expect(inMihomo(entry)).not.toEqual([]))

  test.each([
    { route: { rule_set: [{ type: 'remote', tag: 'x', url: `https://other.example/?u=${LINK}` }] } },
    { outbounds: [{ type: 'http', tag: 'x', server: 'other.example', headers: { 'x-link': LINK } }] },
    { dns: { servers: [{ tag: 'x', address: `https://other.example/${LINK}` }] } },
  ])('nor in JSON: %j', (entry) => expect(inSingBox(entry)).not.toEqual([]))
})
