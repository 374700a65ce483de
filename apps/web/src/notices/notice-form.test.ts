import { NoticeInput } from '@portico/contract/notices-admin'
import { afterAll, expect, test, vi } from 'vitest'
import { fakeBrowser } from '../../test/fake-browser.ts'
import type { NoticeForm } from './notice-form.ts'

fakeBrowser()
const { schemaErrors } = await import('../ui/form/schema-errors.ts')
const { textsIn, toNoticeForm, toNoticeInput } = await import('./notice-form.ts')
afterAll(() => void vi.unstubAllGlobals())

const form = (values: Partial<NoticeForm>): NoticeForm => ({ ...toNoticeForm(null, undefined, 'UTC'), ...values })
const none = { title: '', body: '' }
const both = { en: { title: 'Sale', body: '<p>Now</p>' }, 'zh-CN': { title: '促销', body: '<p>现在</p>' } }

test('a notice with texts in its languages alone takes those for all from the first of them; a text for all stays as it was written, beside those in languages; a notice without any title is refused', () => {
  const input = toNoticeInput(form({ translations: both }), 'UTC')
  expect(input).toMatchObject({ ...both.en, translations: both })
  expect(schemaErrors(NoticeInput, input)).toEqual({})
  const chinese = form({ body: '<p></p>', translations: { ...both, en: none } })
  expect(toNoticeInput(chinese, 'UTC')).toMatchObject(both['zh-CN'])
  expect(textsIn(chinese, 'en')).toEqual(both['zh-CN'])
  const own = { title: 'For everybody', body: '' }
  expect(toNoticeInput(form({ ...own, translations: both }), 'UTC')).toMatchObject(own)
  const body = '<p>For everybody</p>'
  expect(toNoticeInput(form({ title: ' ', body, translations: both }), 'UTC')).toMatchObject({ title: 'Sale', body })
  expect(Object.keys(schemaErrors(NoticeInput, toNoticeInput(form({}), 'UTC')))).toEqual(['title'])
})
