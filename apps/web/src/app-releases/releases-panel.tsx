import { Button, Menu } from '@mantine/core'
import { APP_PLATFORMS, type ConfiguredApp, EXTENSION_PLATFORMS, ReleasePlatform } from '@portico/contract/app-releases'
import { adminDeleteRelease, adminListReleases, adminPublishRelease, type AdminRelease } from '@portico/contract/app-releases-admin'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import * as z from 'zod/mini'
import { call } from '../api/call.ts'
import { useMay } from '../api/may.ts'
import { list } from '../api/query.ts'
import { useT } from '../i18n.ts'
import { Allowed } from '../ui/allowed.tsx'
import { confirm } from '../ui/confirm.tsx'
import { type Column, DataTable } from '../ui/table/data-table.tsx'
import { DateTime } from '../ui/format/date-time.tsx'
import { stepsOf } from '../ui/drawer/row-steps.ts'
import { HeaderActions } from '../ui/page-header.tsx'
import { isEmptyList, NothingFits } from '../ui/table/nothing-fits.tsx'
import { StatusFilter } from '../ui/table/status-filter.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { choice, pageNumber, usePageSearch, useAskedToOpen } from '../ui/page-search.ts'
import { RowActions } from '../ui/table/row-actions.tsx'
import { StatusBadge } from '../ui/status-badge.tsx'
import { useSave } from '../ui/use-save.ts'
import { PLATFORM_NAMES } from './platform-names.ts'
import { ReleaseDrawer } from './release-drawer.tsx'

const Search = z.object({ platform: choice(ReleasePlatform.options), page: pageNumber })

/** Releases of our own apps, or of the browser extension. */
export function ReleasesPanel({ app }: { app: ConfiguredApp }) {
  const t = useT()
  const may = useMay()
  const platforms = app === 'client' ? APP_PLATFORMS : EXTENSION_PLATFORMS
  const [search, change] = usePageSearch(Search)
  const platform = platforms.find((one) => one === search.platform)
  const query = useQuery(list(adminListReleases, { query: { app, platform, page: search.page } }))
  const [edited, setEdited] = useState<AdminRelease | 'new' | null>(null)
  useAskedToOpen(may('clients.write'), () => setEdited('new'))
  const release = edited === 'new' ? null : edited
  const steps = stepsOf(query.data?.items, (row) => row.id === release?.id, setEdited)
  const columns: Column<AdminRelease>[] = [
    { header: t('release_manage.platform'), render: (row) => PLATFORM_NAMES[row.platform], opens: true, at: 'who' },
    { header: t('release_manage.version'), render: (row) => <strong>{row.version}</strong>, at: 'much' },
    { header: t('release_manage.minimum'), render: (row) => row.minimum_version ?? '–', lesser: true },
    { header: t('release_manage.download'), render: (row) => <File release={row} />, lesser: true },
    { header: t('release_manage.state'), render: (row) => <State release={row} />, at: 'state' },
    { header: t('release_manage.published_at'), render: (row) => <DateTime value={row.published_at} />, at: 'what' },
    { header: t('table.actions'), actions: true, render: (row) => <Actions release={row} onEdit={() => setEdited(row)} /> },
  ]
  const isEmpty = isEmptyList(query, platform !== undefined)
  const create = may('clients.write') && <Button onClick={() => setEdited('new')}>{t('release_manage.create')}</Button>
  return (
    <>
      <HeaderActions>{!isEmpty && create}</HeaderActions>
      {!isEmpty && (
        <StatusFilter
          label={t('release_manage.platform')}
          options={platforms.map((value) => ({ value, label: PLATFORM_NAMES[value] }))}
          value={platform}
          list={query}
          onChange={(next) => change({ platform: next })}
        />
      )}
      <DataTable
        label={t('release_manage.tab')}
        query={query}
        columns={columns}
        rowKey={(row) => row.id}
        page={search.page}
        onPage={(page) => change({ page })}
        onOpen={may('clients.write') ? setEdited : undefined}
        opened={release?.id}
        empty={
          platform ? (
            <NothingFits onClear={() => change({ platform: undefined })} />
          ) : (
            <EmptyState title={t('release_manage.empty')} text={t('release_manage.empty_text')} drawing="start">
              {create}
            </EmptyState>
          )
        }
      />
      {edited && <ReleaseDrawer key={release?.id} app={app} release={release} steps={steps} onClose={() => setEdited(null)} />}
    </>
  )
}

function File({ release }: { release: AdminRelease }) {
  const t = useT()
  const host = URL.canParse(release.download_url) ? new URL(release.download_url).host : release.download_url
  return (
    <div className="stacked">
      <a href={release.download_url} target="_blank" rel="noreferrer">
        {host}
      </a>
      {release.mirrors.length > 0 && <small>{t('release_manage.mirror_count', { n: release.mirrors.length })}</small>}
      {release.sha256 !== null && <small title={release.sha256}>SHA-256 {release.sha256.slice(0, 12)}…</small>}
    </div>
  )
}

function State({ release: { newest, published_at: published } }: { release: AdminRelease }) {
  const t = useT()
  if (published === null) return <StatusBadge tone="busy" label={t('release_manage.state_draft')} />
  return newest ? (
    <StatusBadge tone="good" label={t('release_manage.state_newest')} />
  ) : (
    <StatusBadge tone="quiet" label={t('release_manage.state_older')} />
  )
}

function Actions({ release, onEdit }: { release: AdminRelease; onEdit: () => void }) {
  const t = useT()
  const isPublished = release.published_at !== null
  const name = `${PLATFORM_NAMES[release.platform]} ${release.version}`
  const publish = useSave({
    send: () => call(adminPublishRelease, { params: { id: release.id }, body: { published: !isPublished } }),
    done: t(isPublished ? 'release_manage.withdrawn' : 'release_manage.published', { name }),
    changes: [adminListReleases],
  })
  const askPublish = async (): Promise<void> => {
    const question = isPublished
      ? { title: t('release_manage.withdraw_title', { name }), text: t('release_manage.withdraw_text'), danger: true }
      : { title: t('release_manage.publish_title', { name }), text: t('release_manage.publish_text') }
    const said = t(isPublished ? 'release_manage.withdraw' : 'release_manage.publish')
    if (await confirm({ ...question, confirm: said })) publish.mutate()
  }
  return (
    <Allowed to="clients.write">
      <RowActions
        name={name}
        onEdit={onEdit}
        words={{
          title: t('release_manage.delete_title', { name }),
          text: t('release_manage.delete_text'),
          done: t('release_manage.deleted', { name }),
        }}
        remove={() => call(adminDeleteRelease, { params: { id: release.id } })}
        changes={[adminListReleases]}
        kept={isPublished ? t('release_manage.kept') : undefined}
      >
        <Menu.Item disabled={publish.isPending} onClick={() => void askPublish()}>
          {t(isPublished ? 'release_manage.withdraw' : 'release_manage.publish')}
        </Menu.Item>
      </RowActions>
    </Allowed>
  )
}
