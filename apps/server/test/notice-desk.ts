import { expect } from 'vitest'
import type { Answer, Member } from './harness.ts'

type Values = Record<string, unknown>

/** A notice for all members, as the console sends it. */
export const noticeInput = (values: Values = {}) => ({
  placement: 'banner',
  title: 'Maintenance',
  body: '<p>On Sunday.</p>',
  audience: 'all',
  audience_ids: [],
  audience_days: null,
  starts_at: null,
  ends_at: null,
  ...values,
})

/** What an editor does to notices. `base`: what all of theirs have. */
export function noticeDesk(editor: () => Member, { base = {}, showAgain = false }: { base?: Values; showAgain?: boolean } = {}) {
  const input = (values: Values) => noticeInput({ ...base, ...values })
  const create = (values: Values = {}): Promise<Answer> => editor().call('POST', '/admin/notices', input(values))
  const move = (id: number, version: number, to: string): Promise<Answer> =>
    editor().call('POST', `/admin/notices/${id}/move`, { version, to })
  const save = (id: number, version: number, values: Values, show_again = showAgain): Promise<Answer> =>
    editor().call('PUT', `/admin/notices/${id}`, { version, notice: input(values), show_again })
  async function publish(values: Values = {}): Promise<number> {
    const { status, body } = await create(values)
    expect(status, JSON.stringify(body)).toBe(200)
    expect((await move(body.id, 1, 'publish')).status).toBe(200)
    return body.id
  }
  return { create, move, save, publish }
}
