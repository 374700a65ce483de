import { Menu } from '@mantine/core'
import { APP_PLATFORMS, type ConfiguredApp, EXTENSION_PLATFORMS } from '@portico/contract/app-releases'
import { adminDeleteRelease, adminListReleases, adminPublishRelease, type AdminRelease } from '@portico/contract/app-releases-admin'
import { call } from '../api/call.ts'
import { useT } from '../i18n.ts'
import { DateTime } from '../ui/format/date-time.tsx'
import { lazyDrawer } from '../ui/lazy/lazy-opened.tsx'
import { listOf } from '../ui/list/list-of.ts'
import { useEditing } from '../ui/list/use-editing.tsx'
import { useList } from '../ui/list/use-list.tsx'
import { HeaderActions } from '../ui/page-header.tsx'
import { StatusBadge } from '../ui/status-badge.tsx'
import { DataTable } from '../ui/table/data-table.tsx'
import { StatusFilter } from '../ui/table/status-filter.tsx'
import { useSave } from '../ui/use-save.ts'
import { PLATFORM_NAMES } from './platform-names.ts'

const ReleaseDrawer = lazyDrawer(async () => (await import('./release-drawer.tsx')).ReleaseDrawer)

const releases = listOf(adminListReleases)

/** Releases of our own apps, or of the browser extension. */
export function ReleasesPanel({ app }: { app: ConfiguredApp }) {
  const t = useT()
  const list = useList(releases, { app })
  const editing = useEditing(list, 'clients.write')
  const platforms = app === 'client' ? APP_PLATFORMS : EXTENSION_PLATFORMS
  const nameOf = ({ platform, version }: AdminRelease): string => `${PLATFORM_NAMES[platform]} ${version}`
  const publish = useSave({
    ask: (row: AdminRelease) => {
      const [word, danger] = row.published_at === null ? (['publish', false] as const) : (['withdraw', true] as const)
      const title = t(`release_manage.${word}_title`, { name: nameOf(row) })
      return { title, text: t(`release_manage.${word}_text`), confirm: t(`release_manage.${word}`), danger }
    },
    send: ({ id, published_at: at }) => call(adminPublishRelease, { params: { id }, body: { published: at === null } }),
    done: (_, row) => t(row.published_at === null ? 'release_manage.published' : 'release_manage.withdrawn', { name: nameOf(row) }),
    changes: [adminListReleases],
  })
  const create = editing.button(t('release_manage.create'))
  return (
    <>
      <HeaderActions>{!list.isEmpty && create}</HeaderActions>
      {!list.isEmpty && (
        <StatusFilter
          label={t('release_manage.platform')}
          choices={platforms.map((value) => ({ value, label: PLATFORM_NAMES[value] }))}
          {...list.filter('platform')}
          list={list.query}
        />
      )}
      <DataTable
        label={t('release_manage.tab')}
        {...list.table}
        {...editing.table}
        columns={[
          { header: t('release_manage.platform'), render: (row) => PLATFORM_NAMES[row.platform], opens: true, at: 'who' },
          { header: t('release_manage.version'), render: (row) => <strong>{row.version}</strong>, at: 'much' },
          { header: t('release_manage.minimum'), render: (row) => row.minimum_version ?? '–', lesser: true },
          { header: t('release_manage.download'), render: (row) => <File release={row} />, lesser: true },
          { header: t('release_manage.state'), render: (row) => <State release={row} />, at: 'state' },
          { header: t('release_manage.published_at'), render: (row) => <DateTime value={row.published_at} />, at: 'what' },
          editing.actions((row) => {
            const name = nameOf(row)
            return {
              name,
              words: {
                title: t('release_manage.delete_title', { name }),
                text: t('release_manage.delete_text'),
                done: t('release_manage.deleted', { name }),
              },
              remove: () => call(adminDeleteRelease, { params: { id: row.id } }),
              kept: row.published_at === null ? undefined : t('release_manage.kept'),
              renderMore: () => (
                <Menu.Item disabled={publish.isPending} onClick={() => publish.mutate(row)}>
                  {t(row.published_at === null ? 'release_manage.publish' : 'release_manage.withdraw')}
                </Menu.Item>
              ),
            }
          }),
        ]}
        empty={{ title: t('release_manage.empty'), text: t('release_manage.empty_text'), drawing: 'start', children: create }}
      />
      {editing.draw((edited) => (
        <ReleaseDrawer app={app} {...edited} />
      ))}
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
