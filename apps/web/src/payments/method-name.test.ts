import { afterEach, expect, test, vi } from 'vitest'
import { fakeBrowser } from '../../test/fake-browser.ts'

afterEach(() => void vi.unstubAllGlobals())

test('the balance and a transfer go by their own names in each language, renamed ones by the operator’s', async () => {
  vi.resetModules()
  fakeBrowser()
  const { loadMessages, switchLanguage } = await import('../i18n.ts')
  const { methodName } = await import('./method-name.ts')
  await loadMessages('member')
  const names = (): string[] => ['Balance', '余额', 'Credit', 'Bank transfer'].map(methodName)
  expect(names()).toEqual(['Balance', 'Balance', 'Credit', 'Bank transfer'])
  await switchLanguage('zh-CN')
  expect(names()).toEqual(['余额', '余额', 'Credit', '银行转账'])
})
