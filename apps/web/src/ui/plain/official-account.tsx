import { useState } from 'react'
import { useT } from '../../i18n.ts'
import { copyText } from '../copy/copy-text.ts'
import { buttonClass } from './button.ts'
import styles from './official-account.module.css'

/** The official account by its QR code and its name; '' for what there is not. Its texts are in the area `footer`. */
export function OfficialAccount({ name, picture }: { name: string; picture: string }) {
  const t = useT()
  const [copied, setCopied] = useState(false)
  const text = picture && name ? 'account.both' : picture ? 'account.scan' : 'account.search'
  return (
    <div className={styles['account']}>
      {picture && <img src={picture} alt={t('account.qr')} width={160} height={160} />}
      <div>
        <p>{t(text)}</p>
        {name && (
          <p className={styles['name']}>
            <strong>{name}</strong>
            <button type="button" className={buttonClass('outline')} onClick={() => void copyText(name).then(setCopied)}>
              <span aria-live="polite">{t(copied ? 'action.copied' : 'action.copy')}</span>
            </button>
          </p>
        )}
      </div>
    </div>
  )
}
