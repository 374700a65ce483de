import { MAX_QUESTION } from '@portico/contract/site-search'
import { createFileRoute, Link } from '@tanstack/react-router'
import type { FormEvent } from 'react'
import { readToken } from '../api/session.ts'
import { loadMessages, useT } from '../i18n.ts'
import { usePageSearch } from '../ui/page-search.ts'
import { useTyped } from '../ui/use-search-text.ts'
import { buttonClass } from '../ui/plain/button.ts'
import { PublicFrame } from '../ui/plain/public-frame.tsx'
import { Results } from './results.tsx'
import styles from './soso.module.css'
import { prefetchFound, SosoSearch } from './use-found-on-site.ts'

export const Route = createFileRoute('/_public/soso')({
  loader: ({ location }) => Promise.all([loadMessages('reading'), prefetchFound(location.search)]),
  component: SosoPage,
  staticData: { title: 'title.soso' },
})

function SosoPage() {
  const t = useT()
  const [{ q = '' }, change] = usePageSearch(SosoSearch)
  return (
    <PublicFrame title={t('title.soso')} text={t('soso.text')}>
      <div className={styles['page']}>
        {readToken() && (
          <Link to="/article/list" className={styles['back'] ?? ''}>
            ← {t('soso.back')}
          </Link>
        )}
        <Question asked={q} onAsk={(next) => change({ q: next })} />
        <Results q={q} />
      </div>
    </PublicFrame>
  )
}

function Question({ asked, onAsk }: { asked: string; onAsk: (q: string) => void }) {
  const t = useT()
  const { typed, setTyped, give } = useTyped(asked, onAsk)
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    give()
  }
  return (
    <form role="search" className={styles['question']} onSubmit={submit}>
      <input
        type="search"
        name="q"
        enterKeyHint="search"
        maxLength={MAX_QUESTION}
        aria-label={t('soso.label')}
        placeholder={t('soso.label')}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <button type="submit" className={buttonClass('primary', 'large')}>
        {t('soso.search')}
      </button>
    </form>
  )
}
