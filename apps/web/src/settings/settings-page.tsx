import { adminUpdates } from '@portico/contract/updates-admin'
import { Button, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { isSecret, isSettingKey, registry, type SettingKey, settingKeys } from '@portico/contract/settings/registry'
import {
  adminGetSettings,
  adminListSettingChanges,
  adminSaveSettings,
  type CurrencyUse,
  type Settings,
  type SettingsView,
} from '@portico/contract/settings-admin'
import { IconHistory, IconSearch } from '@tabler/icons-react'
import { useMutation, useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, useBlocker, useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import * as z from 'zod/mini'
import { ApiError, call } from '../api/call.ts'
import { useMay } from '../api/may.ts'
import { get, invalidate, prefetch, queryClient } from '../api/query.ts'
import { fetchSite } from '../api/site.ts'
import { loadMessages, useT } from '../i18n.ts'
import { confirm } from '../ui/confirm.tsx'
import { showFieldErrors } from '../ui/form/field-errors.ts'
import { showToast } from '../toast.ts'
import { PageHeader } from '../ui/page-header.tsx'
import { choice, usePageSearch } from '../ui/page-search.ts'
import { schemaErrors } from '../ui/form/schema-errors.ts'
import { lazyDrawer } from '../ui/lazy/lazy-opened.tsx'
import { fieldKey, findSettings, type GroupId, groupIds, groupOf } from './chapters.ts'
import { currencyUses, CurrencyUsesModal } from './currency-uses.tsx'
import { ProxyBanner } from './proxy-banner.tsx'
import { saySaved } from './say-saved.ts'
import { SettingGroup } from './setting-group.tsx'
import type { Target } from './setting-row.tsx'
import { changedSettings, type SettingsForm, toSettingsForm } from './settings-form.ts'
import { groupAddress } from './group-address.ts'
import { SettingsNav } from './settings-nav.tsx'
import styles from './settings-page.module.css'
import { FoundSettings } from './settings-search.tsx'
import { UnsavedBar } from './unsaved-bar.tsx'

const ChangesDrawer = lazyDrawer(async () => (await import('./changes-drawer.tsx')).ChangesDrawer)

export const Route = createFileRoute('/_signed-in/_console/admin/setting')({
  // The kinds of channels are called as visitors see them.
  loader: () => Promise.all([loadMessages('footer'), prefetch(get(adminGetSettings, {}))]),
  component: SettingsPage,
  staticData: { title: 'title.setting' },
})

/** `field`: the setting that the page is opened for. */
const Search = z.object({ group: choice(groupIds), field: choice(settingKeys) })

function SettingsPage() {
  const t = useT()
  const { data: stored } = useSuspenseQuery(get(adminGetSettings, {}))
  const [showsChanges, setShowsChanges] = useState(false)
  // Each restore starts a new form, which holds the stored values.
  const [restores, setRestores] = useState(0)
  const may = useMay()
  const mayChange = (key: SettingKey): boolean => may(registry[key].permission)
  const restored = async (settings: SettingsView): Promise<void> => {
    await taken(settings)
    setRestores((n) => n + 1)
  }
  return (
    <>
      <PageHeader title={t('title.setting')}>
        <Button variant="default" leftSection={<IconHistory size={16} aria-hidden />} onClick={() => setShowsChanges(true)}>
          {t('setting.history')}
        </Button>
      </PageHeader>
      <ProxyBanner />
      <Editor key={restores} stored={stored} mayChange={mayChange} />
      {showsChanges && <ChangesDrawer mayChange={mayChange} onRestored={restored} onClose={() => setShowsChanges(false)} />}
    </>
  )
}

/** Makes the server's answer to a change the current settings everywhere. */
async function taken(settings: SettingsView): Promise<void> {
  queryClient.setQueryData(get(adminGetSettings, {}).queryKey, settings)
  await Promise.all([invalidate(adminListSettingChanges, adminUpdates), fetchSite()])
}

function Editor({ stored, mayChange }: { stored: SettingsView; mayChange: (key: SettingKey) => boolean }) {
  const t = useT()
  const [{ field, group = (field && groupOf(field)) ?? 'site' }] = usePageSearch(Search)
  const navigate = useNavigate()
  const [search, setSearch] = useState('')
  const [target, setTarget] = useState<Target | null>(() => (field ? { group, key: field } : null))
  const [uses, setUses] = useState<CurrencyUse[]>([])
  const shown = useFocusOnTarget(group, target)
  const form = useForm<SettingsForm>({
    initialValues: toSettingsForm(stored),
    validate: (values) => schemaErrors(adminSaveSettings.body, changedSettings(stored, values)),
  })
  const before = useRef(stored)
  useEffect(() => {
    if (before.current === stored) return
    const edited = changedSettings(before.current, form.values)
    before.current = stored
    // What was changed elsewhere is taken over; what is edited here stays.
    for (const key of settingKeys) if (!isSecret(key) && !(key in edited)) form.setFieldValue(key, stored[key])
    // oxlint-disable-next-line react/exhaustive-deps -- when the stored settings change
  }, [stored])
  const changed = new Set(Object.keys(changedSettings(stored, form.values)).filter(isSettingKey))
  const dirty = changed.size > 0
  const go = (next: GroupId, key?: SettingKey): void => {
    setSearch('')
    setTarget({ group: next, key })
    if (next !== group) void navigate({ href: groupAddress(next) })
  }
  const goToFirst = (): void => {
    const [first] = findSettings(search)
    if (first) go(first.group, first.key)
  }
  /** The invalid field may be on the page of another group. */
  const goToError = (paths: string[]): void => {
    const path = paths.find((each) => groupOf(each) === group) ?? paths[0] ?? ''
    go(groupOf(path) ?? group, fieldKey(path))
  }
  const save = useMutation({
    mutationFn: (body: Partial<Settings>) => call(adminSaveSettings, { body }),
    onSuccess: async (saved, body) => {
      form.setInitialValues(toSettingsForm(saved))
      form.setValues(toSettingsForm(saved))
      await taken(saved)
      saySaved(body['site.url'])
    },
    onError: (error) => {
      setUses(currencyUses(error))
      showFieldErrors(form, error)
      if (error instanceof ApiError && Object.keys(error.fields).length > 0) goToError(Object.keys(error.fields))
    },
  })
  const discard = { title: t('state.unsaved_title'), text: t('state.unsaved_text'), confirm: t('state.discard'), danger: true }
  useBlocker({
    // What is typed stays while the person goes from group to group.
    shouldBlockFn: async ({ current, next }) => current.pathname !== next.pathname && !(await confirm(discard)),
    enableBeforeUnload: dirty,
    disabled: !dirty,
  })
  const submit = async (values: SettingsForm): Promise<void> => {
    const change = changedSettings(stored, values)
    const closing = { title: t('setting.close_title'), text: t('setting.close_ask'), confirm: t('setting.close'), danger: true }
    if (!change['site.closed'] || (await confirm(closing))) save.mutate(change)
  }
  const refuse = (errors: object): void => {
    goToError(Object.keys(errors))
    showToast({ kind: 'warning', message: t('setting.check_fields', { n: Object.keys(errors).length }) })
  }
  return (
    <div className={styles['page']}>
      <div className={styles['side']}>
        <SearchField value={search} onChange={setSearch} onEnter={goToFirst} />
        <SettingsNav current={group} changed={changed} onGo={go} />
      </div>
      <form noValidate className={styles['form']} onSubmit={form.onSubmit((values) => void submit(values), refuse)}>
        {search.trim() === '' ? (
          <div key={group} ref={shown} id={`setting-${group}`} className={styles['section']} tabIndex={-1}>
            <SettingGroup form={form} group={group} stored={stored} changed={changed} target={target} mayChange={mayChange} />
          </div>
        ) : (
          <FoundSettings search={search} onGo={go} />
        )}
        {settingKeys.some(mayChange) && <UnsavedBar changed={changed} busy={save.isPending} onGo={go} onDiscard={() => form.reset()} />}
      </form>
      {uses.length > 0 && <CurrencyUsesModal uses={uses} onClose={() => setUses([])} />}
    </div>
  )
}

/** Focuses the target's group, unless one of its settings is the target. */
function useFocusOnTarget(group: GroupId, target: Target | null) {
  const section = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (target?.group === group && !target.key) section.current?.focus({ preventScroll: true })
  }, [group, target])
  return section
}

function SearchField({ value, onChange, onEnter }: { value: string; onChange: (text: string) => void; onEnter: () => void }) {
  const t = useT()
  return (
    <TextInput
      type="search"
      aria-label={t('setting.search')}
      placeholder={t('setting.search')}
      leftSection={<IconSearch size={16} aria-hidden />}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      onKeyDown={({ key }) => {
        if (key === 'Enter') onEnter()
        if (key === 'Escape') onChange('')
      }}
    />
  )
}
