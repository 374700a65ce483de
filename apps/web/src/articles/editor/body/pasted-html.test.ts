import { expect, test } from 'vitest'
import { countForeignPictures, withoutHandlers } from './pasted-html.ts'

test('event handlers go from tags, however they are quoted; text that looks like one stays', () => {
  expect(withoutHandlers('<p onclick="a(\'>\')" class="x">onclick="b()"</p>')).toBe('<p class="x">onclick="b()"</p>')
  expect(withoutHandlers("<img src=/a onerror=go() ONLOAD = 'x'>")).toBe('<img src=/a>')
})

test('only pictures of other sites are counted', () => {
  expect(countForeignPictures('<img src="/files/a.webp"><img src="https://e.com/a.png"><img alt="/files/"><IMG src=x>')).toBe(3)
})
