import { Button, TextInput } from '@mantine/core'
import { adminAddSynonym, adminListSearchMisses, type SearchMiss } from '@portico/contract/search-misses-admin'
import { adminGetSettings } from '@portico/contract/settings-admin'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../api/call.ts'
import { get } from '../api/query.ts'
import { useT } from '../i18n.ts'
import { ErrorState } from '../ui/error-state.tsx'
import { TimeAgo } from '../ui/format/time-ago.tsx'
import { useSave } from '../ui/use-save.ts'

/** Below the synonyms: what people searched for in vain, each with a word that it may mean. */
export function Tool({ isChanged, disabled }: { isChanged: boolean; disabled: boolean }) {
  const t = useT()
  const { data, error, refetch } = useQuery(get(adminListSearchMisses, {}, { quiet: true }))
  if (error) return <ErrorState error={error} onRetry={refetch} />
  return (
    <section aria-label={t('search_misses.title')}>
      <h3>{t('search_misses.title')}</h3>
      <p className="quiet small">{t(isChanged ? 'search_misses.unsaved' : 'search_misses.text')}</p>
      {data?.items.length === 0 && <p className="quiet">{t('search_misses.none')}</p>}
      {data?.items.map((miss) => (
        <Miss key={miss.question} miss={miss} disabled={disabled || isChanged} />
      ))}
    </section>
  )
}

function Miss({ miss: { question, askers, last_at: lastAt }, disabled }: { miss: SearchMiss; disabled: boolean }) {
  const t = useT()
  const [sameAs, setSameAs] = useState('')
  const add = useSave({
    send: () => call(adminAddSynonym, { body: { question, same_as: sameAs } }),
    done: t('search_misses.added', { question, same_as: sameAs }),
    changes: [adminListSearchMisses, adminGetSettings],
  })
  return (
    <form
      className="row"
      onSubmit={(event) => {
        event.preventDefault()
        // It stands in the form of the settings.
        event.stopPropagation()
        add.mutate()
      }}
    >
      <span style={{ flex: 1 }}>
        <strong>{question}</strong>{' '}
        <span className="quiet small">
          {t('search_misses.askers', { n: askers })} · <TimeAgo value={lastAt} />
        </span>
      </span>
      <TextInput
        aria-label={t('search_misses.same_as', { question })}
        placeholder={t('search_misses.placeholder')}
        maxLength={60}
        value={sameAs}
        disabled={disabled}
        onChange={(event) => setSameAs(event.currentTarget.value)}
      />
      <Button type="submit" variant="default" loading={add.isPending} disabled={disabled || sameAs.trim() === ''}>
        {t('search_misses.add')}
      </Button>
    </form>
  )
}
