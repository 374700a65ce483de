import { globSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { fakeBrowser } from '../../test/fake-browser.ts'
import en from './console.en.json'
import zh from './console.zh-CN.json'

const server = new URL('../../../server/src/', import.meta.url).pathname
const jobFiles = globSync('*/*.{jobs,noun}.ts', { cwd: server }).map((path) => readFileSync(`${server}${path}`, 'utf8'))
const written = jobFiles.flatMap((code) => [...code.matchAll(/\bname: '([a-z_]+)',(?!\s+read:)/g)].map(([, name = '']) => name))
// These are named after a channel, or by a constant.
const named = ['send_email', 'send_sms', 'deliver_email', 'route_events', 'compensate_outage', 'tell_outage']

let cronText: typeof import('./job-text.ts').cronText
let jobText: typeof import('./job-text.ts').jobText
beforeAll(async () => {
  vi.resetModules()
  fakeBrowser()
  const { loadMessages } = await import('../i18n.ts')
  ;({ cronText, jobText } = await import('./job-text.ts'))
  await loadMessages('console')
})
afterAll(() => void vi.unstubAllGlobals())

test('every job has a name in both languages', () => {
  const jobs = [...written, ...named]
  expect(jobs.length).toBeGreaterThan(35)
  for (const texts of [en, zh]) expect(jobs.filter((job) => !(`job.name_${job}` in texts))).toEqual([])
  expect(jobText('count_traffic')).toBe('Count traffic')
  expect(jobText('of_another_version')).toBe('of_another_version')
})

test.each([
  ['* * * * *', 'Every minute'],
  ['*/5 * * * *', 'Every 5 minutes'],
  ['7 * * * *', 'Hourly at :07'],
  ['47 4 * * *', 'Daily at 12:47'],
  ['0 4 * * 1', '0 4 * * 1'],
])('the schedule %s reads %s in Shanghai', (cron, text) => {
  expect(cronText(cron, 'Asia/Shanghai')).toBe(text)
})

test('a zone that is half an hour off moves the minute too', () => {
  expect(cronText('7 * * * *', 'Asia/Kolkata')).toBe('Hourly at :37')
})
