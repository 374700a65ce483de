import { expect, test } from 'vitest'
import { readingMinutes } from './reading-minutes.ts'

test.each([
  ['', 1],
  [`<p>${'word '.repeat(660)}</p>`, 3],
  [`<p>${'字'.repeat(800)}</p>`, 2],
  [`<p class="${'class '.repeat(900)}">${'word '.repeat(220)}</p>`, 1],
])('the time to read counts words and characters, not markup (%#)', (html, minutes) => expect(readingMinutes(html)).toBe(minutes))
