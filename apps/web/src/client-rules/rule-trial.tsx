import { Button } from '@mantine/core'
import { adminTryClientRule, type ClientRuleInput } from '@portico/contract/client-rules-admin'
import { useMutation } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { language, useT } from '../i18n.ts'
import { useStore } from '../store.ts'
import { Banner } from '../ui/banner.tsx'
import { countryName } from '../ui/format/country-name.ts'
import { DateTime } from '../ui/format/date-time.tsx'
import { FormSection } from '../ui/form/form-section.tsx'
import styles from './client-rules.module.css'
import { useRuleWords } from './rule-words.ts'

const PAGE = 20

/** Which fetches of the last day this rule would answer otherwise. `onCheck`: whether the form can be sent. */
export function RuleTrial({ id, input, onCheck }: { id: number | null; input: ClientRuleInput; onCheck: () => boolean }) {
  const t = useT()
  const lang = useStore(language)
  const words = useRuleWords()
  const asked = JSON.stringify(input)
  const trial = useMutation({
    mutationFn: async (page: number) => ({
      asked,
      ...(await call(adminTryClientRule, { body: { id, rule: input, page, page_size: PAGE } })),
    }),
  })
  // A result of other words would mislead.
  const data = trial.data?.asked === asked ? trial.data : undefined
  const show = (page: number): void => {
    if (onCheck()) trial.mutate(page)
  }
  return (
    <FormSection title={t('client_rules.trial')} text={t('client_rules.trial_text')}>
      <div className={styles['trial']} aria-live="polite">
        <div>
          <Button variant="default" loading={trial.isPending} onClick={() => show(1)}>
            {t('client_rules.try')}
          </Button>
        </div>
        {data && data.unreadable.length > 0 && (
          <Banner tone="bad" title={t('client_rules.unreadable')}>
            {data.unreadable.map(({ client, format }) => t('client_rules.cannot_read', { client, format: words.format(format) })).join(' ')}
          </Banner>
        )}
        {data && (
          <p>
            {data.total === 0
              ? t('client_rules.no_change', { n: data.fetches })
              : `${t('client_rules.changes', { n: data.total, of: data.fetches })} ${t('client_rules.of_members', { n: data.members })}`}
            {data.unknown > 0 && ` ${t('client_rules.unknown', { n: data.unknown })}`}
          </p>
        )}
        {data && data.items.length > 0 && (
          <ul className={styles['changed']}>
            {data.items.map((fetch) => (
              <li key={`${fetch.account_id} ${fetch.at} ${fetch.client} ${fetch.user_agent} ${fetch.country}`}>
                <span>
                  <strong>{fetch.label}</strong> · <DateTime value={fetch.at} />
                  {fetch.country !== null && ` · ${countryName(fetch.country, lang)}`}
                </span>
                <small>{fetch.user_agent || '—'}</small>
                <span>
                  {words.outcome(fetch.before)} → <strong>{words.outcome(fetch.after)}</strong>
                </span>
              </li>
            ))}
          </ul>
        )}
        {data && data.total > PAGE && (
          <div className="row">
            <Button size="compact-sm" variant="default" disabled={data.page === 1} onClick={() => show(data.page - 1)}>
              {t('client_rules.newer')}
            </Button>
            <Button size="compact-sm" variant="default" disabled={data.page * PAGE >= data.total} onClick={() => show(data.page + 1)}>
              {t('client_rules.older')}
            </Button>
          </div>
        )}
      </div>
    </FormSection>
  )
}
