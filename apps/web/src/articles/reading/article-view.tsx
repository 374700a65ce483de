import type { Language } from '@portico/contract/translations'
import type { Article } from '@portico/contract/articles'
import { type ReactNode, useEffect, useMemo } from 'react'
import { shownTitle } from '../../app/shown-title.ts'
import { useZone } from '../../api/site.ts'
import { useT } from '../../i18n.ts'
import { formatDateTime } from '../../ui/format/format-time.ts'
import { PathLink } from '../../ui/path-link.tsx'
import '../../ui/print.css'
import { Prose } from '../../ui/prose/prose.tsx'
import styles from './article-view.module.css'
import { Contents } from './contents.tsx'
import { headingsOf } from './headings.ts'
import { readingMinutes } from './reading-minutes.ts'
import { useTextLanguage } from './use-text-language.ts'

/** A link of a text to another article. */
const TO_ARTICLE = /<a href="(\/(?:help|article\/articleRead)\/\d+)(?=["#])/g

interface ArticleViewProps {
  article: Article
  /** Address of the list. */
  list: string
  /** Name of the list. */
  listName: string
  /** Address of another article. */
  to: (id: number) => string
  /** The language the reader asked for. */
  wanted: Language
  /** Between the text and the next article. */
  children?: ReactNode
}

/** An article to read: where it belongs, its text, its contents, and the articles beside it. */
export function ArticleView({ article, list, listName, to, wanted, children }: ArticleViewProps) {
  const t = useT()
  const zone = useZone()
  const { speak, keep } = useTextLanguage()
  const { title, summary, category, languages, language: lang } = article
  const body = article.body.replaceAll(TO_ARTICLE, (link, path) => link.replace(path, keep(path)))
  const headings = useMemo(() => headingsOf(body), [body])
  const other = languages.find((one) => one !== lang)
  useEffect(() => {
    shownTitle.set(title)
    return () => shownTitle.set('')
  }, [title])
  return (
    <div className={styles['page']}>
      <div className={styles['grid']}>
        <div>
          <article lang={lang} className={styles['article']} data-print>
            <header>
              <p className={styles['place']}>
                <PathLink to={keep(list)}>{listName}</PathLink>
                {category && (
                  <>
                    <span aria-hidden>›</span>
                    <PathLink to={keep(`${list}?category=${category.id}`)}>{category.name}</PathLink>
                  </>
                )}
              </p>
              <h1>{title}</h1>
              {summary && <p className={styles['lead']}>{summary}</p>}
              <p className={styles['facts']}>
                <time dateTime={article.updated_at}>{t('reading.changed', { day: formatDateTime(article.updated_at, zone, 'day') })}</time>
                <span>{t('reading.minutes', { n: readingMinutes(body) })}</span>
                {other && (
                  <button type="button" className="text-button" lang={other} onClick={() => speak(other)}>
                    {t(other === 'en' ? 'reading.in_en' : 'reading.in_zh')}
                  </button>
                )}
                {wanted !== lang && <span>{t('reading.one_language')}</span>}
              </p>
            </header>
            <Contents key={`${article.id} ${lang}`} headings={headings} at="top" />
            <Prose html={body} />
          </article>
          <div className={styles['after']}>
            {children}
            <Neighbours article={article} to={(id) => keep(to(id))} />
          </div>
        </div>
        <Contents headings={headings} at="side" />
      </div>
    </div>
  )
}

function Neighbours({ article: { previous, next }, to }: Pick<ArticleViewProps, 'article' | 'to'>) {
  const t = useT()
  if (!previous && !next) return null
  return (
    <nav className={styles['neighbours']} aria-label={t('reading.neighbours')}>
      {previous && (
        <PathLink to={to(previous.id)}>
          <small>{t('reading.previous')}</small>
          {previous.title}
        </PathLink>
      )}
      {next && (
        <PathLink to={to(next.id)} className={styles['next']}>
          <small>{t('reading.next')}</small>
          {next.title}
        </PathLink>
      )}
    </nav>
  )
}
