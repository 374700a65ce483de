import { getPac } from '@portico/contract/subscriptions'
import { useQuery } from '@tanstack/react-query'
import { get } from '../api/query.ts'
import { useT } from '../i18n.ts'
import { Card } from '../ui/card.tsx'
import { CopyButton } from '../ui/copy/copy-button.tsx'
import styles from './subscribe.module.css'

/** Access for a browser without any app, if a node can serve it. */
export function PacCard() {
  const t = useT()
  const { data } = useQuery(get(getPac, {}))
  if (!data?.url) return null
  const lines = [
    { key: 'address', value: data.url },
    { key: 'username', value: data.username },
    { key: 'password', value: data.password },
  ] as const
  return (
    <Card title={t('pac.title')}>
      <p className="intro">{t('pac.how')}</p>
      <ul className={styles['clients']}>
        {lines.map(({ key, value }) => (
          <li key={key}>
            <span className={styles['client']}>
              <strong>{t(`pac.${key}`)}</strong>
              <small>{t(`pac.${key}_text`)}</small>
            </span>
            <CopyButton text={value} />
          </li>
        ))}
      </ul>
    </Card>
  )
}
