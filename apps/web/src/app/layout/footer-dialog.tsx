import { fetchTerms, type Footer } from '@portico/contract/footer'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef } from 'react'
import { call } from '../../api/call.ts'
import { queryClient } from '../../api/query.ts'
import { language, useT } from '../../i18n.ts'
import { useStore } from '../../store.ts'
import { buttonClass } from '../../ui/plain/button.ts'
import { ChannelList } from '../../ui/plain/channel-list.tsx'
import { PlainIcon } from '../../ui/plain/icons.tsx'
import { OfficialAccount } from '../../ui/plain/official-account.tsx'
import { Prose } from '../../ui/prose/prose.tsx'
import styles from './footer-dialog.module.css'

/** `terms tos`: terms of the type `tos`. */
export type FooterDialogName = 'service' | 'account' | `terms ${string}`

interface FooterDialogProps {
  name: FooterDialogName
  /** Absent: only terms are shown. */
  footer?: Footer
  onClose: () => void
}

/** Dialog of a footer button. The browser's own dialog keeps the focus and closes on Escape. */
export function FooterDialog({ name, footer, onClose }: FooterDialogProps) {
  const ref = useRef<HTMLDialogElement>(null)
  useEffect(() => ref.current?.showModal(), [])
  const close = (): void => ref.current?.close()
  return (
    // A click beside the panel closes it; Escape and the button do the same by keyboard.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <dialog ref={ref} className={styles['dialog']} onClose={onClose} onClick={(event) => event.target === ref.current && close()}>
      {name === 'service' && footer && <Service footer={footer} onClose={close} />}
      {name === 'account' && footer && <Account footer={footer} onClose={close} />}
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

interface PartProps {
  footer: Footer
  onClose: () => void
}

function Service({ footer: { channels, service_hours: hours }, onClose }: PartProps) {
  const t = useT()
  return (
    <Panel title={t('footer.service')} onClose={onClose}>
      <p>{t('footer.service_text')}</p>
      <ChannelList channels={channels} hours={hours} />
      <div className={styles['row']}>
        <a className={buttonClass('outline')} href="/service">
          {t('footer.status')}
        </a>
      </div>
    </Panel>
  )
}

function Account({ footer: { official_account: name, official_account_qr: picture }, onClose }: PartProps) {
  const t = useT()
  return (
    <Panel title={t('footer.account')} onClose={onClose}>
      <OfficialAccount name={name} picture={picture} />
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
