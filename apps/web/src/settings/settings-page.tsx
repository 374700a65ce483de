import { Button, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { isSettingKey, registry, type SettingKey, settingKeys } from '@portico/contract/settings/registry'
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
import { createFileRoute, useBlocker } from '@tanstack/react-router'
import { type SubmitEvent, useState } from 'react'
import { call } from '../api/call.ts'
import { useMay } from '../api/may.ts'
import { get, invalidate, prefetch, queryClient } from '../api/query.ts'
import { fetchSite } from '../api/site.ts'
import { loadMessages, useT } from '../i18n.ts'
import { confirm } from '../ui/confirm.tsx'
import { buttonClass } from '../ui/plain/button.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { showFieldErrors } from '../ui/form/field-errors.ts'
import { showToast } from '../toast.ts'
import { PageHeader } from '../ui/page-header.tsx'
import { schemaErrors } from '../ui/form/schema-errors.ts'
import { Sectioned } from '../ui/sections/sectioned.tsx'
import { ChangesDrawer } from './changes-drawer.tsx'
import { currencyUses, CurrencyUsesModal } from './currency-uses.tsx'
import { isInUse } from './in-use.ts'
import { ProxyBanner } from './proxy-banner.tsx'
import { countChanged, findGroups, sectionId, SettingGroups } from './setting-groups.tsx'
import { useWords } from './setting-text.ts'
import { changedSettings, type SettingsForm, toSettingsForm } from './settings-form.ts'
import styles from './settings-page.module.css'
import { useFolds } from './use-folds.ts'

export const Route = createFileRoute('/_signed-in/_console/admin/setting')({
  // The kinds of channels are called as visitors see them.
  loader: () => Promise.all([loadMessages('footer'), prefetch(get(adminGetSettings, {}))]),
  component: SettingsPage,
  staticData: { title: 'title.setting' },
})

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
      <PageHeader title={t('title.setting')} text={t('setting.text')}>
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
  await Promise.all([invalidate(adminListSettingChanges), fetchSite()])
}

function Editor({ stored, mayChange }: { stored: SettingsView; mayChange: (key: SettingKey) => boolean }) {
  const t = useT()
  const words = useWords()
  const [search, setSearch] = useState('')
  const [uses, setUses] = useState<CurrencyUse[]>([])
  const form = useForm<SettingsForm>({
    initialValues: toSettingsForm(stored),
    validate: (values) => schemaErrors(adminSaveSettings.body, changedSettings(stored, values)),
  })
  const changed = new Set(Object.keys(changedSettings(stored, form.values)).filter(isSettingKey))
  const dirty = changed.size > 0
  // A search also finds what has no effect now.
  const groups = findGroups(search, (key) => search !== '' || isInUse(key, form.values, changed))
  const sections = groups.map(({ id, title, keys }) => ({
    id: sectionId(id),
    title: words(title),
    count: countChanged(keys, changed),
  }))
  const folds = useFolds(sections[0]?.id, search !== '')
  const save = useMutation({
    mutationFn: (body: Partial<Settings>) => call(adminSaveSettings, { body }),
    onSuccess: async (saved) => {
      form.setInitialValues(toSettingsForm(saved))
      form.setValues(toSettingsForm(saved))
      showToast({ kind: 'success', message: t('state.saved') })
      await taken(saved)
    },
    onError: (error) => {
      setSearch('')
      setUses(currencyUses(error))
      showFieldErrors(form, error)
    },
  })
  const discard = { title: t('state.unsaved_title'), text: t('state.unsaved_text'), confirm: t('state.discard'), danger: true }
  useBlocker({
    shouldBlockFn: async () => !(await confirm(discard)),
    enableBeforeUnload: dirty,
    disabled: !dirty,
  })
  const submit = async (values: SettingsForm): Promise<void> => {
    const change = changedSettings(stored, values)
    const closing = { title: t('setting.close_title'), text: t('setting.close_ask'), confirm: t('setting.close'), danger: true }
    if (!change['site.closed'] || (await confirm(closing))) save.mutate(change)
  }
  const refuse = (errors: object): void => {
    // The search may hide the invalid fields.
    setSearch('')
    showToast({ kind: 'warning', message: t('setting.check_fields', { n: Object.keys(errors).length }) })
  }
  const check = form.onSubmit((values) => void submit(values), refuse)
  const submitted = (event: SubmitEvent<HTMLFormElement>): void => {
    const element = event.currentTarget
    check(event)
    // The invalid field may be far outside the visible part.
    requestAnimationFrame(() => element.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
  }
  return (
    <Sectioned
      label={t('setting.groups')}
      sections={sections}
      tools={<SearchField value={search} onChange={setSearch} />}
      {...(folds && { onJump: folds.open })}
    >
      <form noValidate className={styles['form']} onSubmit={submitted}>
        <SettingGroups form={form} groups={groups} stored={stored} changed={changed} mayChange={mayChange} folds={folds} />
        {groups.length === 0 && <EmptyState title={t('menu.search_empty')} />}
        {settingKeys.some(mayChange) && (
          <div className={`${styles['buttons']} on-ink`} data-dirty={dirty || undefined} data-bottom-bar={dirty || undefined}>
            <span role="status">{dirty ? t('setting.unsaved', { n: changed.size }) : ''}</span>
            {dirty && (
              <>
                <button type="button" className={buttonClass('outline')} disabled={save.isPending} onClick={() => form.reset()}>
                  {t('setting.discard')}
                </button>
                <button type="submit" className={buttonClass('primary')} disabled={save.isPending}>
                  {t('action.save')}
                </button>
              </>
            )}
          </div>
        )}
      </form>
      {uses.length > 0 && <CurrencyUsesModal uses={uses} onClose={() => setUses([])} />}
    </Sectioned>
  )
}

function SearchField({ value, onChange }: { value: string; onChange: (text: string) => void }) {
  const t = useT()
  return (
    <TextInput
      type="search"
      aria-label={t('setting.search')}
      placeholder={t('setting.search')}
      leftSection={<IconSearch size={16} aria-hidden />}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
