import { ActionIcon, Badge, Button, NativeSelect } from '@mantine/core'
import { isSettingKey, type SettingKey, settingKeys } from '@portico/contract/settings/registry'
import { adminListSettingChanges, adminRestoreSettings, type SettingChange, type SettingsView } from '@portico/contract/settings-admin'
import { IconArrowBackUp } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError, call } from '../api/call.ts'
import { list } from '../api/query.ts'
import { useSite } from '../api/site.ts'
import { useStore } from '../store.ts'
import type { Language } from '@portico/contract/translations'
import { language, useT } from '../i18n.ts'
import { confirm } from '../ui/confirm.tsx'
import { DateTime } from '../ui/format/date-time.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { showToast } from '../toast.ts'
import { PageLoading } from '../ui/page-loading.tsx'
import { SideDrawer } from '../ui/drawer/side-drawer.tsx'
import { Pages } from '../ui/table/page-footer.tsx'
import styles from './changes-drawer.module.css'
import { settingLabel, valueText } from './setting-text.ts'

interface DrawerProps {
  mayChange: (key: SettingKey) => boolean
  onRestored: (settings: SettingsView) => Promise<void>
  onClose: () => void
}
interface Wanted {
  id: number
  /** Setting to restore; absent: all of the save. */
  key?: SettingKey
}

const PAGE_SIZE = 20

/** Who changed which setting and when, with a way to restore old values. */
export function ChangesDrawer({ mayChange, onRestored, onClose }: DrawerProps) {
  const t = useT()
  const lang = useStore(language)
  const [key, setKey] = useState<SettingKey | undefined>()
  const [page, setPage] = useState(1)
  const query = useQuery(list(adminListSettingChanges, { query: { page, page_size: PAGE_SIZE, key } }))
  const restore = useMutation({
    mutationFn: ({ id, key: one }: Wanted) => call(adminRestoreSettings, { params: { id }, body: { key: one } }),
    onSuccess: async (settings) => {
      showToast({ kind: 'success', message: t('setting.restored') })
      await onRestored(settings)
    },
    onError: (error) => {
      // `call` has announced other failures.
      if (error instanceof ApiError && error.status === 422) showToast({ kind: 'error', message: refusal(error, lang) })
    },
  })
  const ask = async (wanted: Wanted, text: string): Promise<void> => {
    const question = { title: t('setting.restore_title'), text, confirm: t('setting.restore'), danger: true }
    if (await confirm(question)) restore.mutate(wanted)
  }
  const pages = Math.ceil((query.data?.total ?? 0) / PAGE_SIZE)
  return (
    <SideDrawer onClose={onClose} title={t('setting.history')}>
      <NativeSelect
        label={t('setting.history_of')}
        data={[
          { value: '', label: t('setting.history_all') },
          ...settingKeys.map((value) => ({ value, label: `${settingLabel(value, lang)} (${value})` })),
        ]}
        value={key ?? ''}
        onChange={(event) => {
          const { value } = event.currentTarget
          setKey(isSettingKey(value) ? value : undefined)
          setPage(1)
        }}
      />
      {query.isPending && <PageLoading />}
      {query.error && !query.data && <ErrorState error={query.error} onRetry={query.refetch} />}
      {query.data?.total === 0 && <EmptyState title={t('setting.history_empty')} />}
      <ol className={styles['changes']}>
        {query.data?.items.map((change) => (
          <li key={change.id}>
            <OneChange
              change={change}
              mayChange={mayChange}
              busy={restore.isPending}
              onRestore={(wanted, text) => void ask(wanted, text)}
            />
          </li>
        ))}
      </ol>
      <Pages pages={pages} page={page} onPage={setPage} />
    </SideDrawer>
  )
}

interface ChangeProps {
  change: SettingChange
  mayChange: (key: SettingKey) => boolean
  busy: boolean
  onRestore: (wanted: Wanted, text: string) => void
}

function OneChange({ change, mayChange, busy, onRestore }: ChangeProps) {
  const t = useT()
  const lang = useStore(language)
  const currency = useSite()?.currency ?? ''
  const mayRestore = (key: string): key is SettingKey => isSettingKey(key) && mayChange(key)
  const open = change.values.filter((value) => !value.is_secret)
  const shown = (key: string, value: unknown): string => valueText(key, value, currency, lang)
  const sentence = (values: typeof open): string =>
    values.map(({ key, before }) => `${settingLabel(key, lang)}: ${shown(key, before)}`).join('\n')
  return (
    <>
      <header>
        <DateTime value={change.at} part="second" />
        <span className={styles['who']}>{change.actor ?? t('setting.by_server')}</span>
        {change.is_restore && <Badge variant="light">{t('setting.was_restore')}</Badge>}
        {open.length > 1 && open.every(({ key }) => mayRestore(key)) && (
          <Button size="compact-sm" variant="default" disabled={busy} onClick={() => onRestore({ id: change.id }, sentence(open))}>
            {t('setting.restore_all')}
          </Button>
        )}
      </header>
      <ul>
        {change.values.map(({ key, before, after, is_secret: isSecret }) => (
          <li key={key}>
            <strong>{settingLabel(key, lang)}</strong>
            <span>
              {isSecret ? (
                t('setting.secret_changed')
              ) : (
                <>
                  <del>{shown(key, before)}</del> <span aria-hidden>→</span> <ins>{shown(key, after)}</ins>
                </>
              )}
            </span>
            {!isSecret && mayRestore(key) && (
              <ActionIcon
                variant="subtle"
                color="gray"
                disabled={busy}
                title={t('setting.restore_value', { name: settingLabel(key, lang) })}
                aria-label={t('setting.restore_value', { name: settingLabel(key, lang) })}
                onClick={() => onRestore({ id: change.id, key }, sentence([{ key, before, after, is_secret: isSecret }]))}
              >
                <IconArrowBackUp size={18} aria-hidden />
              </ActionIcon>
            )}
          </li>
        ))}
      </ul>
    </>
  )
}

function refusal(error: ApiError, lang: Language): string {
  const fields = Object.entries(error.fields).map(([key, texts]) => `${settingLabel(key, lang)}: ${texts[0] ?? ''}`)
  return fields.join('\n') || error.message
}
