import type { AdminArticle, ArticleContent, ArticleKind } from '@portico/contract/articles-admin'

/** Staff with `content.write`, in a test of the server or in a browser. */
type Editor = {
  // oxlint-disable-next-line typescript/no-explicit-any -- answers are read by the assertions of each test
  call: (method: string, path: string, payload?: Record<string, unknown>) => Promise<{ status: number; body: any }>
}

type Text = { title?: string; summary?: string; body?: string }
type Wanted = { kind?: ArticleKind; type?: string; category?: number } & Partial<Pick<ArticleContent, 'audience' | 'audience_ids'>> & {
    en?: Text
    zh?: Text
  }

/** An article's content for the wire. Without texts it has an English one. */
export function contentOf({ en, zh, audience = 'public', audience_ids = [] }: Wanted = {}): ArticleContent {
  const text = (given: Text | undefined) => given && { title: 'Title', summary: '', body: '<p>Text</p>', ...given }
  return { texts: { en: text(en ?? (zh ? undefined : {})) ?? null, 'zh-CN': text(zh) ?? null }, audience, audience_ids }
}

export async function writeArticle(editor: Editor, wanted: Wanted = {}): Promise<AdminArticle> {
  const { kind = 'article', type = null, category = null } = wanted
  const made = await editor.call('POST', '/admin/articles', { kind, type, category_id: category })
  const { status, body } = await saveVersion(editor, made.body.id, 0, wanted)
  if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`)
  return body
}

/** Saves the version after `base`. Returns the answer. */
export function saveVersion(editor: Editor, id: number, base: number, wanted: Wanted = {}) {
  return editor.call('POST', `/admin/articles/${id}/versions`, { base_version: base, content: contentOf(wanted) })
}

export async function publishArticle(editor: Editor, wanted: Wanted = {}): Promise<AdminArticle> {
  const { id } = await writeArticle(editor, wanted)
  const { status, body } = await editor.call('POST', `/admin/articles/${id}/publish`, { version: 1, expected_live: null, at: null })
  if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`)
  return body
}
