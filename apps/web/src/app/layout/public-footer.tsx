import { getFooter } from '@portico/contract/footer'
import { useQuery } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import { type ReactNode, Suspense, useState } from 'react'
import { get, queryClient } from '../../api/query.ts'
import { useSite } from '../../api/site.ts'
import { useT } from '../../i18n.ts'
import { Brand } from './brand.tsx'
import type { FooterDialogName } from './footer-dialog.tsx'
import styles from './public-footer.module.css'
import { lazyPart } from '../../ui/lazy/lazy-part.tsx'

const FooterDialog = lazyPart(async () => (await import('./footer-dialog.tsx')).FooterDialog)
/** As text: a site may be built without these pages. */
const GAMES: string = '/sup_game'
const GRAMMAR: string = '/grammaly'
const year = new Date().getFullYear()

/** The footer of public pages. Shows only what exists and what the operator has filled in. */
export function PublicFooter() {
  const t = useT()
  const site = useSite()
  const { routesByPath } = useRouter()
  const { data } = useQuery(get(getFooter, {}, { background: true }), queryClient)
  const [open, setOpen] = useState<FooterDialogName | null>(null)
  const opens = (name: FooterDialogName, text: string): ReactNode => (
    <button type="button" aria-haspopup="dialog" onClick={() => setOpen(name)}>
      {text}
    </button>
  )
  return (
    <>
      <footer className={`${styles['footer']} deep on-ink`}>
        <div className="wrap">
          <div className={styles['columns']}>
            <div className={styles['about']}>
              <Brand />
              <p>{t('footer.about')}</p>
            </div>
            <Column title={t('footer.product')}>
              <Link to="/price">{t('title.price')}</Link>
              {data?.has_promotions && <Link to="/discount">{t('footer.discount')}</Link>}
              {data?.has_extension && <Link to="/extension">{t('footer.extension')}</Link>}
              {GRAMMAR in routesByPath && (
                <Link to={GRAMMAR} hash="check">
                  {t('footer.grammar')}
                </Link>
              )}
            </Column>
            <Column title={t('footer.help')}>
              {data?.has_help && <Link to="/help">{t('footer.help_articles')}</Link>}
              {data?.has_games && <Link to={GAMES}>{t('footer.games')}</Link>}
              <Link to="/service">{t('footer.service_page')}</Link>
              {data && data.channels.length > 0 && opens('service', t('footer.service'))}
              {(data?.official_account || data?.official_account_qr) && opens('account', t('footer.account'))}
            </Column>
            <Column title={t('footer.more')}>
              {data?.articles_url && <Outside to={data.articles_url}>{t('footer.articles')}</Outside>}
              {data?.directory_url && <Outside to={data.directory_url}>{t('footer.directory')}</Outside>}
            </Column>
            <Column title={t('footer.legal')}>
              {data?.terms.map(({ type, title }) => (
                <button key={type} type="button" aria-haspopup="dialog" onClick={() => setOpen(`terms ${type}`)}>
                  {title}
                </button>
              ))}
              {site?.email && <a href={`mailto:${site.email}`}>{t('footer.contact')}</a>}
            </Column>
          </div>
          <p className={styles['legal']}>
            <span>
              © {year} {site?.webtitle}
            </span>
            {data?.filing && <Number text={data.filing} to={data.filing_url} />}
            {data?.licence && <Number text={data.licence} to={data.licence_url} />}
          </p>
        </div>
      </footer>
      {open && data && (
        <Suspense>
          <FooterDialog name={open} footer={data} onClose={() => setOpen(null)} />
        </Suspense>
      )}
    </>
  )
}

/** A titled list of links; nothing if there are none. */
function Column({ title, children }: { title: string; children: ReactNode[] }) {
  const shown = children.flat().filter(Boolean)
  if (shown.length === 0) return null
  return (
    <nav className={styles['column']} aria-label={title}>
      <h2>{title}</h2>
      {shown}
    </nav>
  )
}

/** A filing or licence number; `to` is '' if it leads nowhere. */
function Number({ text, to }: { text: string; to: string }) {
  return to ? <Outside to={to}>{text}</Outside> : <span>{text}</span>
}

function Outside({ to, children }: { to: string; children: string }) {
  return (
    <a href={to} target="_blank" rel="noreferrer">
      {children}
    </a>
  )
}
