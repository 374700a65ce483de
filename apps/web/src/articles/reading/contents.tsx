import { useT } from '../../i18n.ts'
import { masked } from '../../ui/prose/own-link.ts'
import styles from './contents.module.css'
import { useHeadingInView } from './use-heading-in-view.ts'

export interface Heading {
  id: string
  text: string
  level: number
}

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

export function headingsOf(html: string): Heading[] {
  const text = new DOMParser().parseFromString(html, 'text/html')
  for (const link of text.querySelectorAll('[data-link]')) link.textContent = masked(link.textContent ?? '')
  return [...text.querySelectorAll('h2[id], h3[id]')].flatMap((heading) => {
    const name = heading.textContent?.trim() ?? ''
    return name === '' ? [] : [{ id: heading.id, text: name, level: Number(heading.tagName.slice(1)) }]
  })
}
