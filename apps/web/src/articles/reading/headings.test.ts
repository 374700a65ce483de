import { expect, test } from 'vitest'
import { headingsOf } from './headings.ts'

test('the contents have what headings say: no markup, no secret, no smaller heading', () => {
  const html = `<h2 id="h-1">Pay &amp; <a href="/x" title="a > b">connect</a> &lt;3</h2><p>So.</p><h3 id="h-2">
  <span data-link="">https://vpn.example.com/s/abcdefgh12345678</span></h3><h4 id="h-3">Small</h4><h2 id="h-4"><img src="/files/a.webp" alt=""></h2>`
  expect(headingsOf(html)).toEqual([
    { id: 'h-1', text: 'Pay & connect <3', level: 2 },
    { id: 'h-2', text: 'https://vpn.example.com/s/abc••••••5678', level: 3 },
  ])
})
