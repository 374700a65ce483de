import { fetchTerms } from '@portico/contract/footer'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { call } from '../../api/call.ts'
import { queryClient } from '../../api/query.ts'
import { language, useT } from '../../i18n.ts'
import { useStore } from '../../store.ts'
import { copyText } from '../../ui/copy-text.ts'
import { buttonClass } from '../../ui/plain/button.ts'
import { PlainIcon } from '../../ui/plain/icons.tsx'
import { Prose } from '../../ui/prose/prose.tsx'
import styles from './footer-dialog.module.css'

/** `terms tos`: the terms of that type. */
export type FooterDialogName = 'service' | 'account' | `terms ${string}`

interface FooterDialogProps {
  name: FooterDialogName
  email: string
  account: string
  onClose: () => void
}

/** What a button of the footer opens; the browser's own dialog keeps the focus inside and closes on Escape. */
export function FooterDialog({ name, email, account, onClose }: FooterDialogProps) {
  const ref = useRef<HTMLDialogElement>(null)
  useEffect(() => ref.current?.showModal(), [])
  const close = (): void => ref.current?.close()
  return (
    // A click beside the panel closes it; Escape and the button do the same by keyboard.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <dialog ref={ref} className={styles['dialog']} onClose={onClose} onClick={(event) => event.target === ref.current && close()}>
      {name === 'service' && <Service email={email} onClose={close} />}
      {name === 'account' && <Account account={account} onClose={close} />}
      {name.startsWith('terms ') && <Terms type={name.slice('terms '.length)} onClose={close} />}
    </dialog>
  )
}

function Panel({ title, onClose, children }: { title: string; onClose: () => void; children: ReactNode }) {
  const t = useT()
  return (
    <div className={styles['panel']}>
      <header>
        <h2>{title}</h2>
        <button type="button" className={buttonClass('quiet')} aria-label={t('action.close')} onClick={onClose}>
          <PlainIcon name="close" />
        </button>
      </header>
      {children}
    </div>
  )
}

function Service({ email, onClose }: { email: string; onClose: () => void }) {
  const t = useT()
  return (
    <Panel title={t('footer.service')} onClose={onClose}>
      <p>{t('footer.service_text')}</p>
      <div className={styles['row']}>
        <a className={buttonClass('primary')} href={`mailto:${email}`}>
          {email}
        </a>
        <a className={buttonClass('outline')} href="/service">
          {t('footer.status')}
        </a>
      </div>
    </Panel>
  )
}

function Account({ account, onClose }: { account: string; onClose: () => void }) {
  const t = useT()
  const [copied, setCopied] = useState(false)
  return (
    <Panel title={t('footer.account')} onClose={onClose}>
      <p>{t('footer.account_text')}</p>
      <div className={styles['row']}>
        <strong>{account}</strong>
        <button type="button" className={buttonClass('outline')} onClick={() => void copyText(account).then(setCopied)}>
          <span aria-live="polite">{t(copied ? 'action.copied' : 'action.copy')}</span>
        </button>
      </div>
    </Panel>
  )
}

function Terms({ type, onClose }: { type: string; onClose: () => void }) {
  const t = useT()
  const lang = useStore(language)
  const { data, isError, refetch } = useQuery(
    { queryKey: [fetchTerms.path, type, lang], queryFn: () => call(fetchTerms, { body: { type } }, { background: true }) },
    queryClient,
  )
  return (
    <Panel title={data?.title ?? t('footer.terms')} onClose={onClose}>
      {!data && !isError && <p role="status">{t('state.loading')}</p>}
      {isError && (
        <p role="alert">
          {t('footer.terms_failed')}{' '}
          <button type="button" className="text-button" onClick={() => void refetch()}>
            {t('action.retry')}
          </button>
        </p>
      )}
      {data && <Prose html={data.body} />}
    </Panel>
  )
}
