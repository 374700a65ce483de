import { LANGUAGES } from '@portico/contract/translations'
import type { ArticleContent } from '@portico/contract/articles-admin'
import { useT } from '../../../i18n.ts'
import { EMPTY_TEXT, plainBody, sameText } from '../desk/content.ts'
import styles from '../editor.module.css'
import { useAudienceName } from '../use-audience-name.ts'
import { type DiffBlock, diffBlocks, type Part } from './text-diff.ts'

const FIELDS = ['title', 'summary'] as const

/** How content changed, by language. Loaded only when it is opened. */
export function ContentDiff({ before, after }: { before: ArticleContent; after: ArticleContent }) {
  const t = useT()
  const [oldAudience, newAudience] = [
    useAudienceName(before.audience, before.audience_ids),
    useAudienceName(after.audience, after.audience_ids),
  ]
  const changed = LANGUAGES.filter((lang) => !sameText(before.texts[lang], after.texts[lang]))
  const isSame = changed.length === 0 && oldAudience === newAudience
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, by keyboard too
    <div className={styles['diff']} tabIndex={0} role="region" aria-label={t('editor.difference')}>
      {isSame && <p className="quiet">{t('editor.no_difference')}</p>}
      {oldAudience !== newAudience && (
        <p>
          {t('editor.audience')}:{' '}
          <Parts
            parts={[
              { kind: 'removed', text: oldAudience },
              { kind: 'added', text: newAudience },
            ]}
          />
        </p>
      )}
      {changed.map((lang) => {
        const [old, now] = [before.texts[lang] ?? EMPTY_TEXT, after.texts[lang] ?? EMPTY_TEXT]
        const body = diffBlocks(blocksOf(old.body), blocksOf(now.body), lang)
        const isChanged = plainBody(old.body) !== plainBody(now.body)
        const isOnlyShape = isChanged && body.every((block) => block === null)
        return (
          <section key={lang} lang={lang}>
            <h3 className={styles['label']}>{t(`editor.language_${lang}`)}</h3>
            {FIELDS.filter((field) => old[field].trim() !== now[field].trim()).map((field) => (
              <div key={field}>
                <h4>{t(`editor.${field}`)}</h4>
                <Blocks blocks={diffBlocks([old[field]].filter(Boolean), [now[field]].filter(Boolean), lang)} />
              </div>
            ))}
            {isChanged && <h4>{t('editor.body')}</h4>}
            {isOnlyShape ? <p className="quiet">{t('editor.only_shape')}</p> : isChanged && <Blocks blocks={body} />}
          </section>
        )
      })}
    </div>
  )
}

function Blocks({ blocks }: { blocks: DiffBlock[] }) {
  return blocks.map((block, i) =>
    block === null ? (
      <p key={i}>⋯</p>
    ) : (
      <p key={i}>
        <Parts parts={block} />
      </p>
    ),
  )
}

function Parts({ parts }: { parts: Part[] }) {
  return parts.map(({ kind, text }, i) => {
    if (kind === 'same') return <span key={i}>{text}</span>
    return kind === 'added' ? <ins key={i}>{text}</ins> : <del key={i}>{text}</del>
  })
}

/** Blocks of text: paragraphs, items and cells; a picture by its description. */
function blocksOf(html: string): string[] {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  for (const picture of body.querySelectorAll('img')) picture.replaceWith(`[${picture.alt || picture.getAttribute('src')}]`)
  for (const fill of body.querySelectorAll<HTMLElement>('[data-fill]')) fill.textContent = `{${fill.dataset['fill']}}`
  const holders = [...body.querySelectorAll('p, h2, h3, h4, li, td, th, pre, figcaption, blockquote, aside, section')]
  return holders.map((holder) => ownText(holder)).filter((text) => text !== '')
}

/** Text of an element outside its inner blocks. */
function ownText(holder: Element): string {
  const copy = holder.cloneNode(true) as Element
  for (const inner of copy.querySelectorAll('p, h2, h3, h4, li, ul, ol, table, pre, figcaption, blockquote, aside, section')) inner.remove()
  return (copy.textContent ?? '').trim()
}
