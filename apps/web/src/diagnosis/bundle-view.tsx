import { Bundle, type Tried } from '@portico/contract/connection-bundle'
import { ActionKind } from '@portico/contract/diagnosis'
import type { ReactNode } from 'react'
import { language, useT } from '../i18n.ts'
import { useStore } from '../store.ts'
import { Bytes } from '../ui/format/bytes.tsx'
import { DateTime } from '../ui/format/date-time.tsx'
import { formatNumber } from '../ui/format/format-number.ts'
import { Fact, Facts } from '../ui/facts.tsx'
import styles from './doctor.module.css'

/** `BundleView` of a ticket's stored bundle, for staff; nothing without one, or of an older kind. */
export function KeptBundle({ bundle }: { bundle: Record<string, unknown> | null }) {
  const t = useT()
  const read = Bundle.safeParse(bundle)
  if (!read.success) return null
  return (
    <details className={styles['bundle']}>
      <summary>{t('bundle.staff_title')}</summary>
      <BundleView bundle={read.data} />
    </details>
  )
}

/** What is known about a connection. */
export function BundleView({ bundle }: { bundle: Bundle }) {
  const t = useT()
  const lang = useStore(language)
  const { clock_skew: skew, devices, findings, last_fetch: fetched, nodes, outages } = bundle
  return (
    <div>
      <h3>{t('bundle.findings')}</h3>
      {findings.length === 0 ? (
        <p className="quiet">{t('doctor.ok')}</p>
      ) : (
        <ul>
          {findings.map((finding) => (
            <li key={finding.code}>{finding[lang]}</li>
          ))}
        </ul>
      )}
      <h3>{t('bundle.plan')}</h3>
      <Plan bundle={bundle} />
      <h3>{t('bundle.way')}</h3>
      <Facts>
        <Fact name={t('bundle.last_fetch')} stacked>
          {fetched ? (
            <>
              {[fetched.app, fetched.version].filter(Boolean).join(' ')} · <DateTime value={fetched.at} />
            </>
          ) : (
            t('bundle.none')
          )}
        </Fact>
        <Fact name={t('bundle.nodes')}>{t('bundle.nodes_of', { up: nodes.up, n: nodes.offered })}</Fact>
        <Fact name={t('bundle.clock')}>{skew === null ? '–' : <Clock skew={skew} />}</Fact>
        <Rows name={t('bundle.devices')}>
          {devices.map(({ app, network, node, seen_at: at }) => (
            <li key={`${network} ${at} ${node}`}>
              {[network, app, node].filter(Boolean).join(' · ')} · <DateTime value={at} />
            </li>
          ))}
        </Rows>
        <Rows name={t('bundle.outages')}>
          {outages.map(({ began_at: began, ended_at: ended, node }) => (
            <li key={`${node} ${began}`}>
              {node} · <DateTime value={began} /> – {ended === null ? t('bundle.running') : <DateTime value={ended} />}
            </li>
          ))}
        </Rows>
      </Facts>
      <h3>{t('bundle.tried')}</h3>
      <Answers tried={bundle.tried} />
    </div>
  )
}

function Plan({ bundle: { devices, plan } }: { bundle: Bundle }) {
  const t = useT()
  if (plan === null) return <p className="quiet">{t('bundle.none')}</p>
  const connected = devices.filter(({ counted }) => counted).length
  return (
    <Facts>
      <Fact name={plan.name ?? t('bundle.plan')}>{t(`bundle.plan_state_${plan.state}`)}</Fact>
      <Fact name={t('bundle.ends')}>{plan.expires_at === null ? t('bundle.permanent') : <DateTime value={plan.expires_at} />}</Fact>
      <Fact name={t('bundle.used')}>
        <Bytes value={plan.used} /> / <Bytes value={plan.total} />
      </Fact>
      {plan.resets_at !== null && (
        <Fact name={t('bundle.resets')}>
          <DateTime value={plan.resets_at} />
        </Fact>
      )}
      {plan.last_used_at !== null && (
        <Fact name={t('bundle.last_used')}>
          <DateTime value={plan.last_used_at} />
        </Fact>
      )}
      {plan.speed_limit !== null && <Fact name={t('bundle.speed')}>{formatNumber(plan.speed_limit)} Mbps</Fact>}
      {plan.device_limit !== null && (
        <Fact name={t('bundle.devices_now')}>{t('bundle.device_count', { n: connected, limit: plan.device_limit })}</Fact>
      )}
    </Facts>
  )
}

function Rows({ name, children }: { name: string; children: ReactNode[] }) {
  const t = useT()
  return (
    <Fact name={name} stacked>
      {children.length === 0 ? t('bundle.none') : <ul className={styles['rows']}>{children}</ul>}
    </Fact>
  )
}

function Clock({ skew }: { skew: number }) {
  const t = useT()
  const s = Math.round(Math.abs(skew) / 1000)
  if (s <= 5) return t('bundle.clock_right')
  return t(skew > 0 ? 'bundle.clock_ahead' : 'bundle.clock_behind', { s })
}

function Answers({ tried: { app, connection, done, symptom } }: { tried: Tried }) {
  const t = useT()
  if (app === null && symptom === null && connection === null && done.length === 0) return <p className="quiet">{t('bundle.none')}</p>
  return (
    <ul>
      {app !== null && (
        <li>
          {t('bundle.app')}
          {t('doctor.colon')}
          <bdi>{app}</bdi>
        </li>
      )}
      {symptom !== null && <li>{t(`doctor.symptom_${symptom}`)}</li>}
      {connection !== null && <li>{t(`doctor.network_${connection}`)}</li>}
      {done.map((kind) => {
        const known = ActionKind.options.find((option) => option === kind)
        return known && known !== 'clock' ? <li key={kind}>{t(`doctor.do_${known}`)}</li> : null
      })}
    </ul>
  )
}
