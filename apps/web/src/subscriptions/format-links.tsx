import type { getImportLinks } from '@portico/contract/subscriptions'
import type { output } from 'zod/mini'
import { useStore } from '../store.ts'
import { language, useT } from '../i18n.ts'
import { Card } from '../ui/card.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import styles from './subscribe.module.css'

/** The link in each format, to paste into apps that the server cannot tell apart. */
export function FormatLinks({ links }: { links: output<typeof getImportLinks.response>['formats'] }) {
  const t = useT()
  const lang = useStore(language)
  return (
    <Card title={t('subscribe.formats')}>
      <p className="intro">{t('subscribe.formats_text')}</p>
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
    </Card>
  )
}
