import type { Member } from './harness.ts'

/** As the message centre shows it, without the dates. */
type Shown = { type: string; data: Record<string, unknown>; ended: boolean }

type Item = { content: Omit<Shown, 'ended'>; ended_at: string | null }

export async function messagesOf(member: Pick<Member, 'call'>, type: string): Promise<Shown[]> {
  const { items } = (await member.call('POST', '/api/msg/fetch', { types: [type], page_size: 100 })).body
  return items.map(({ content, ended_at: endedAt }: Item) => ({ ...content, ended: endedAt !== null }))
}
