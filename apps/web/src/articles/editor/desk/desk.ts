import type { Language } from '@portico/contract/translations'
import { adminSaveDraft, type NewerVersion } from '@portico/contract/article-versions-admin'
import { adminCreateArticle, type AdminArticle, type ArticleContent, type ArticleKind } from '@portico/contract/articles-admin'
import { ApiError, call } from '../../../api/call.ts'
import { t } from '../../../i18n.ts'
import { createStore, type Store } from '../../../store.ts'
import { reasonOf } from '../reason-of.ts'
import { sameContent, withText } from './content.ts'
import { dropCopy, keepCopy, readCopy } from './local-copy.ts'

const PAUSE_MS = 1000
const LONGEST_RETRY_MS = 15_000
const LONGEST_CALL_MS = 20_000
const QUIET = { background: true } as const

/**
 * Where typed text is. `waiting`: only here. `sending`: on its way. `saved`: on the server. `failing`: not accepted, will be sent again.
 */
export type Kept = { state: 'none' | 'waiting' | 'sending' | 'failing'; reason?: string } | { state: 'saved'; at: string }

export interface DeskState {
  /** Article as the server last sent it; null: not created. */
  article: AdminArticle | null
  /** Kind of a new article; may change until it is created. */
  planned: NewArticle
  content: ArticleContent
  /** Version that the content started from. */
  base: number
  /** true: there are changes in no version. */
  isChanged: boolean
  kept: Kept
  /** Rises when the content was replaced, not typed: the editors show it again. */
  round: number
  /** Version saved by somebody else meanwhile; null: none. */
  newer: NewerVersion | null
}

export interface NewArticle {
  kind: ArticleKind
  type: string | null
  category_id: number | null
}

const NO_CONTENT: ArticleContent = { texts: { en: null, 'zh-CN': null }, audience: 'public', audience_ids: [] }

/** The state of one opened article: what is typed, what of it is kept, and what others did. Lives outside the page's components. */
export class Desk {
  readonly state: Store<DeskState>
  readonly #accountId: number
  readonly #onCreated: (id: number) => void
  /** Bodies typed since the last look; computing their HTML at every key would be slow. */
  readonly #bodies = new Map<Language, () => string>()
  #timer: ReturnType<typeof setTimeout> | undefined
  #failures = 0
  /** Number of changes typed, to tell whether a save has all. */
  #typed = 0
  #running: Promise<void> | null = null
  #isClosed = false
  /** Serial of the last autosave. The server keeps the highest, so that a late one changes nothing. */
  #serial: number
  /** When the server last stored the draft; null: it has none. */
  #lastSaved: string | null

  constructor(accountId: number, article: AdminArticle | null, kind: ArticleKind, onCreated: (id: number) => void) {
    this.#accountId = accountId
    this.#onCreated = onCreated
    this.#lastSaved = article?.draft?.saved_at ?? null
    this.#serial = article?.draft?.serial ?? 0
    this.state = createStore(firstState(article, planned(kind)))
    const copy = readCopy(accountId, article?.id ?? null)
    if (copy && (copy.after === this.#lastSaved || copy.at > (this.#lastSaved ?? ''))) {
      this.state.set((now) => ({ ...now, content: copy.content, base: copy.base, isChanged: true, kept: { state: 'waiting' } }))
      this.#typed = 1
    }
  }

  /** The content as it is now, with everything typed. */
  content(): ArticleContent {
    if (this.#bodies.size > 0) {
      const bodies = [...this.#bodies]
      this.#bodies.clear()
      const content = bodies.reduce((all, [language, body]) => withText(all, language, { body: body() }), this.state.get().content)
      this.state.set((now) => ({ ...now, content }))
    }
    return this.state.get().content
  }

  /** A body was typed in. */
  typeBody(language: Language, body: () => string): void {
    this.#bodies.set(language, body)
    this.#touched()
  }

  /** Changes other fields of the page. */
  change(change: (content: ArticleContent) => ArticleContent): void {
    const content = change(this.content())
    this.state.set((now) => ({ ...now, content }))
    this.#touched()
  }

  /** Says what the new article will be. */
  plan(planned: NewArticle): void {
    this.state.set((now) => ({ ...now, planned }))
    if (this.#typed > 0) this.#schedule(0)
  }

  /** Replaces the content, as a change by this editor. */
  replace(content: ArticleContent): void {
    this.#bodies.clear()
    this.state.set((now) => ({ ...now, content, round: now.round + 1 }))
    this.#touched()
  }

  /** Takes over the article from a call: its newest version becomes the content, with nothing unsaved. */
  adopt(article: AdminArticle): void {
    clearTimeout(this.#timer)
    this.#bodies.clear()
    this.#typed = 0
    this.#lastSaved = null
    dropCopy(this.#accountId, article.id)
    this.state.set(({ planned, round }) => ({ ...firstState({ ...article, draft: null }, planned), round: round + 1 }))
  }

  /** After saving: like `adopt`, but later typing stays as the next draft. */
  settle(article: AdminArticle, saved: ArticleContent): void {
    const content = this.content()
    this.#lastSaved = null
    if (sameContent(content, saved)) {
      this.#typed = 0
      clearTimeout(this.#timer)
      dropCopy(this.#accountId, article.id)
      this.state.set((now) => ({ ...now, article, base: article.version, isChanged: false, kept: { state: 'none' }, newer: null }))
      return
    }
    this.state.set((now) => ({ ...now, article, base: article.version, newer: null }))
    this.#touched()
  }

  /** Takes in news: other editors, publication, a newer version. */
  hear(article: AdminArticle): void {
    const { article: known, isChanged, base } = this.state.get()
    // An answer that was asked for before the last save.
    if (known && article.version < known.version) return
    if (article.version > base && !isChanged && this.#bodies.size === 0) this.adopt(article)
    else this.state.set((now) => ({ ...now, article }))
  }

  setNewer(newer: NewerVersion | null): void {
    this.state.set((now) => ({ ...now, newer }))
  }

  /** Sends waiting changes at once and waits. Never throws: see `kept`. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer)
    if (this.#running) await this.#running
    if (this.#typed > 0) await this.#run()
  }

  /** The page shows the desk, perhaps again. */
  open(): void {
    this.#isClosed = false
    if (this.#typed > 0) this.#schedule(0)
  }

  /** The page is left. What does not reach the server stays in the browser and is sent when the article is opened again. */
  close(): void {
    this.leave()
    this.#isClosed = true
  }

  /** Keeps what is waiting in the browser; the tab may close. */
  leave(): void {
    this.#keepCopy()
    void this.flush()
  }

  #touched(): void {
    this.#typed++
    const { kept, isChanged } = this.state.get()
    if (kept.state !== 'waiting' || !isChanged)
      this.state.set((now) => ({ ...now, isChanged: true, kept: now.kept.state === 'failing' ? now.kept : { state: 'waiting' } }))
    this.#schedule(this.state.get().article === null && !this.#running ? 0 : PAUSE_MS)
  }

  #schedule(after: number): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.#run(), after)
  }

  #run(): Promise<void> {
    this.#running ??= this.#send().finally(() => (this.#running = null))
    return this.#running
  }

  async #send(): Promise<void> {
    const typed = this.#typed
    const content = this.content()
    this.#keepCopy()
    this.state.set((now) => ({ ...now, kept: now.kept.state === 'failing' ? now.kept : { state: 'sending' } }))
    try {
      const id = await this.#create()
      const { base } = this.state.get()
      const serial = ++this.#serial
      const body = { base_version: base, content, serial }
      const { saved_at: at, serial: stored } = await inTime(call(adminSaveDraft, { params: { id }, body }, QUIET))
      if (stored === null && base === this.state.get().base) return this.#overtaken()
      this.#lastSaved = at
      this.#failures = 0
      // Another tab of this editor counts on; what is typed last here goes above.
      if (stored !== null) this.#serial = Math.max(this.#serial, stored)
      const isAll = this.#typed === typed && stored === serial
      if (isAll) {
        this.#typed = 0
        dropCopy(this.#accountId, id)
      }
      this.state.set((now) => ({ ...now, kept: isAll ? { state: 'saved', at } : { state: 'waiting' } }))
      if (!isAll && !this.#isClosed) this.#schedule(PAUSE_MS)
    } catch (error) {
      this.#fail(error)
    }
  }

  async #create(): Promise<number> {
    const known = this.state.get().article
    if (known) return known.id
    const article = await inTime(call(adminCreateArticle, { body: this.state.get().planned }, QUIET))
    dropCopy(this.#accountId, null)
    this.state.set((now) => ({ ...now, article }))
    if (!this.#isClosed) this.#onCreated(article.id)
    return article.id
  }

  /** Stops sending, because this editor saved a version elsewhere; changes wait in the browser. */
  #overtaken(): void {
    this.state.set((now) => ({ ...now, kept: { state: 'failing', reason: t('editor.saved_elsewhere') } }))
  }

  #fail(error: unknown): void {
    if (!(error instanceof ApiError)) throw error
    this.#failures++
    const isRefused = error.status === 422 || error.status === 404
    this.state.set((now) => ({ ...now, kept: { state: 'failing', ...(isRefused ? { reason: reasonOf(error) } : {}) } }))
    if (!this.#isClosed && error.status !== 403 && error.status !== 404)
      this.#schedule(Math.min(PAUSE_MS * 2 ** this.#failures, LONGEST_RETRY_MS))
  }

  #keepCopy(): void {
    if (this.#typed === 0) return
    const { article, base } = this.state.get()
    const copy = { base, after: this.#lastSaved, at: new Date().toISOString(), content: this.content() }
    keepCopy(this.#accountId, article?.id ?? null, copy)
  }
}

/** A call that was cancelled because the page was about to be left never ends, but people may stay. */
function inTime<T>(answer: Promise<T>): Promise<T> {
  const late = new Promise<never>((_, fail) => setTimeout(() => fail(new ApiError(0, {})), LONGEST_CALL_MS))
  return Promise.race([answer, late])
}

/** A new article of a kind. The first terms are the terms of service. */
export function planned(kind: ArticleKind): NewArticle {
  return { kind, type: kind === 'terms' ? 'tos' : null, category_id: null }
}

function firstState(article: AdminArticle | null, planned: NewArticle): DeskState {
  const draft = article?.draft
  return {
    article,
    planned,
    content: draft?.content ?? article?.content ?? NO_CONTENT,
    base: draft?.base_version ?? article?.version ?? 0,
    isChanged: draft != null,
    kept: draft ? { state: 'saved', at: draft.saved_at } : { state: 'none' },
    round: 0,
    newer: null,
  }
}
