import type { getImportLinks } from '@portico/contract/subscriptions'
import type { output } from 'zod/mini'
import { useStore } from '../store.ts'
import { language, useT } from '../i18n.ts'
import { CopyButton } from '../ui/copy/copy-button.tsx'
import styles from './subscribe.module.css'

export type Formats = output<typeof getImportLinks.response>['formats']

/** The link in each format, behind a fold. */
export function FormatLinks({ links }: { links: Formats }) {
  const t = useT()
  const lang = useStore(language)
  return (
    <details className={styles['more']}>
      <summary>{t('subscribe.more_formats', { n: links.length })}</summary>
      <ul className={styles['clients']}>
        {links.map(({ format, title, about, address }) => (
          <li key={format}>
            <span className={styles['client']}>
              <strong>{title[lang]}</strong>
              <small>{about[lang]}</small>
            </span>
            <CopyButton text={address} />
          </li>
        ))}
      </ul>
    </details>
  )
}
