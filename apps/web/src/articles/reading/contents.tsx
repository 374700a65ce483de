import { useT } from '../../i18n.ts'
import styles from './contents.module.css'
import type { Heading } from './headings.ts'
import { useHeadingInView } from './use-heading-in-view.ts'

/** The headings of a text as links: beside it where there is room, else folded at its top. One heading needs no list. */
export function Contents({ headings, at }: { headings: Heading[]; at: 'top' | 'side' }) {
  const t = useT()
  const current = useHeadingInView(headings)
  if (headings.length < 2) return null
  const links = (
    <ol>
      {headings.map(({ id, text, level }) => (
        <li key={id} data-level={level}>
          <a href={`#${id}`} aria-current={id === current ? 'location' : undefined}>
            {text}
          </a>
        </li>
      ))}
    </ol>
  )
  if (at === 'top') {
    return (
      <details className={styles['top']}>
        <summary>{t('reading.contents')}</summary>
        <nav aria-label={t('reading.contents')}>{links}</nav>
      </details>
    )
  }
  return (
    <nav className={styles['side']} aria-label={t('reading.contents')}>
      <p>{t('reading.contents')}</p>
      {links}
    </nav>
  )
}
