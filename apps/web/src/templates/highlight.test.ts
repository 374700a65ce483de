import { expect, test } from 'vitest'
import { highlightLine } from './highlight.ts'

const marked = (...given: Parameters<typeof highlightLine>) =>
  highlightLine(...given).flatMap(({ kind, text }) => (kind === 'plain' ? [] : [`${kind}: ${text}`]))

test.each([
  [
    'mihomo',
    '  - {name: "{{site_title}}", proxies: [/hk!test/, DIRECT]} # all',
    ['placeholder: {{site_title}}', 'filter: /hk!test/', 'comment:  # all'],
  ],
  ['mihomo', 'mixed-port: 7890', ['key: mixed-port']],
  ['mihomo', '  url: https://www.example.com/generate_204', ['key:   url']],
  ['sing-box', '{ "tag": "Auto", "outbounds": ["/*/"] }', ['key: "tag"', 'key: "outbounds"', 'filter: /*/']],
  ['surge', '[Proxy Group]', ['section: [Proxy Group]']],
  ['surge', 'Auto = url-test, /*/, url=http://example.com', ['key: Auto ', 'filter: /*/']],
  ['loon', '# note', ['comment: # note']],
] as const)('%s: %s', (format, line, expected) => {
  expect(marked(format, line)).toEqual(expected)
  const whole = highlightLine(format, line).map((token) => token.text)
  expect(whole.join('')).toBe(line)
})
