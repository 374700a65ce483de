import { Button, Select, TextInput } from '@mantine/core'
import { adminListUsers } from '@portico/contract/accounts-admin'
import { TEMPLATE_FORMATS, type TemplateFormat } from '@portico/contract/formats'
import { adminPreviewTemplate, type PreviewKind } from '@portico/contract/templates-admin'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../api/call.ts'
import { useMay } from '../api/may.ts'
import { list } from '../api/query.ts'
import { useWho } from '../api/who.ts'
import { useT } from '../i18n.ts'
import { Banner } from '../ui/banner.tsx'
import { Card } from '../ui/card.tsx'
import { CopyButton } from '../ui/copy/copy-button.tsx'
import { showToast } from '../toast.ts'
import { FaultList } from './fault-list.tsx'
import styles from './templates.module.css'

/** What a member's client would receive for the current text. */
export function TemplatePreview({ format, text }: { format: PreviewKind; text: string }) {
  const t = useT()
  const [member, setMember] = useState<string | null>(null)
  const [client, setClient] = useState<TemplateFormat>('mihomo')
  const [version, setVersion] = useState('')
  const isVersion = /^(\d{1,5}(\.\d{1,5}){0,3})?$/.test(version)
  const preview = useMutation({
    mutationFn: (id: number) =>
      call(adminPreviewTemplate, {
        body: {
          format,
          text,
          account_id: id,
          client_version: version === '' ? null : version,
          ...(format === 'youth' ? { client } : {}),
        },
      }),
    onError: (error) => showToast({ kind: 'error', message: error.message }),
  })
  const { data } = preview
  return (
    <Card title={t('templates.preview')}>
      <form
        className={styles['save']}
        onSubmit={(event) => {
          event.preventDefault()
          if (member !== null && isVersion) preview.mutate(Number(member))
        }}
      >
        <MemberSelect value={member} onChange={setMember} />
        {format === 'youth' && (
          <Select
            aria-label={t('templates.client')}
            data={[...TEMPLATE_FORMATS]}
            allowDeselect={false}
            value={client}
            onChange={(next) => setClient(TEMPLATE_FORMATS.find((one) => one === next) ?? 'mihomo')}
          />
        )}
        {/* Browsers have no core. */}
        {format !== 'pac' && (
          <TextInput
            aria-label={t('templates.client_version')}
            placeholder={t('templates.client_version')}
            value={version}
            error={isVersion ? null : t('templates.bad_version')}
            onChange={(event) => setVersion(event.currentTarget.value.trim())}
          />
        )}
        <Button type="submit" variant="default" disabled={member === null || !isVersion} loading={preview.isPending}>
          {t('templates.show')}
        </Button>
      </form>
      {!data && <p className="quiet">{t('templates.preview_text')}</p>}
      {data && (
        <div className={styles['verdict']} aria-live="polite">
          {!data.templated && <Banner tone="info">{t('templates.too_old')}</Banner>}
          {data.faults.length > 0 && <FaultList faults={data.faults} />}
          {data.output_faults.length > 0 && (
            <Banner tone="bad" title={t('templates.output_faults')}>
              <FaultList faults={data.output_faults} />
            </Banner>
          )}
          {data.output !== null && (
            <>
              <p className="quiet">
                {t('templates.counts', { nodes: data.nodes, left: data.left_out })}
                {data.output_faults.length === 0 && ` ${t('templates.output_good')}`}
              </p>
              <pre className={styles['output']}>{data.output}</pre>
              <div>
                <CopyButton text={data.output} variant="default" />
              </div>
            </>
          )}
        </div>
      )}
    </Card>
  )
}

function MemberSelect({ value, onChange }: { value: string | null; onChange: (value: string | null) => void }) {
  const t = useT()
  const [typed, setTyped] = useState('')
  // A profile contains its member's credentials. Without that permission, staff can only preview their own.
  const may = useMay()
  const me = useWho()
  const seesOthers = may('members.read') && may('members.link')
  const { data } = useQuery({ ...list(adminListUsers, { query: { q: typed || undefined, page_size: 20 } }), enabled: seesOthers })
  const found = (seesOthers ? (data?.items ?? []) : [{ id: me.id, label: me.name }]).map(({ id, label }) => ({ value: String(id), label }))
  const [chosen, setChosen] = useState<{ value: string; label: string } | null>(null)
  const isThere = chosen === null || found.some((user) => user.value === chosen.value)
  return (
    <Select
      aria-label={t('templates.member')}
      placeholder={t('templates.member')}
      searchable
      clearable
      nothingFoundMessage={t('menu.search_empty')}
      data={isThere ? found : [chosen, ...found]}
      value={value}
      onChange={(next, option) => {
        setChosen(next === null ? null : { value: next, label: option?.label ?? next })
        onChange(next)
      }}
      onSearchChange={(text) => setTyped(text === chosen?.label || found.some((user) => user.label === text) ? '' : text)}
    />
  )
}
