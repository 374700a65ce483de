import type { ServiceChannel } from '@portico/contract/service-channels'
import { useState } from 'react'
import { useT } from '../../i18n.ts'
import { copyText } from '../copy/copy-text.ts'
import { Gap } from '../gap.tsx'
import styles from './channel-list.module.css'

/** How customer service is reached, and when. Its texts are in the area `footer`. */
export function ChannelList({ channels, hours }: { channels: ServiceChannel[]; hours: string }) {
  const t = useT()
  return (
    <>
      <ul className={styles['channels']}>
        {channels.map((channel) => (
          <li key={`${channel.kind} ${channel.value}`}>
            <span className={styles['kind']}>
              {t(`channel.${channel.kind}`)}
              {channel.label && <small>{channel.label}</small>}
            </span>
            {channel.url === null ? <Copied text={channel.value} /> : <Way to={channel.url} text={channel.value} />}
          </li>
        ))}
      </ul>
      {hours && (
        <div className={styles['hours']}>
          <strong>{t('channel.hours')}</strong>
          <Gap />
          {hours}
        </div>
      )}
    </>
  )
}

function Way({ to, text }: { to: string; text: string }) {
  const outside = to.startsWith('https:') ? { target: '_blank', rel: 'noreferrer' } : {}
  return (
    <a href={to} {...outside}>
      {text}
    </a>
  )
}

/** A name that leads nowhere by itself, to be pasted into an app. */
function Copied({ text }: { text: string }) {
  const t = useT()
  const [copied, setCopied] = useState(false)
  return (
    <span className={styles['copied']}>
      {text}
      <button type="button" className="text-button" onClick={() => void copyText(text).then(setCopied)}>
        <span aria-live="polite">{t(copied ? 'action.copied' : 'action.copy')}</span>
        <span className="visually-hidden"> {text}</span>
      </button>
    </span>
  )
}
