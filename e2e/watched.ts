import type { Page } from '@playwright/test'

/** What ran, and what the page's policy had to stop: both must stay empty. */
export async function watched(page: Page): Promise<string[]> {
  const found: string[] = []
  await page.exposeFunction('pwned', () => found.push(`ran at ${page.url()}`))
  page.on('dialog', (dialog) => {
    found.push(`dialog at ${page.url()}`)
    void dialog.dismiss()
  })
  page.on('console', (message) => {
    if (/content security policy/i.test(message.text())) found.push(`${page.url()}: ${message.text()}`)
  })
  return found
}
