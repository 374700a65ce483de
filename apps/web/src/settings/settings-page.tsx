import { Button } from '@mantine/core'
import { useForm } from '@mantine/form'
import { adminGetSettings, adminSaveSettings, Settings } from '@portico/contract/settings-admin'
import { useMutation, useQuery } from '@tanstack/react-query'
import { createFileRoute, useBlocker } from '@tanstack/react-router'
import { call } from '../api/call.ts'
import { get, queryClient } from '../api/query.ts'
import { fetchSite } from '../api/site.ts'
import { useT } from '../i18n.ts'
import { changedFields } from '../ui/changed-fields.ts'
import { confirm } from '../ui/confirm.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { showFieldErrors } from '../ui/field-errors.ts'
import { showNotice } from '../ui/notice.ts'
import { PageHeader } from '../ui/page-header.tsx'
import { PageLoading } from '../ui/page-loading.tsx'
import { schemaErrors } from '../ui/schema-errors.ts'
import { SettingGroups } from './setting-groups.tsx'
import { type SettingsForm, toSettings, toSettingsForm } from './settings-form.ts'
import styles from './settings-page.module.css'

export const Route = createFileRoute('/_signed-in/_console/admin/setting')({
  component: SettingsPage,
  staticData: { title: 'title.setting' },
})

function SettingsPage() {
  const t = useT()
  const query = useQuery(get(adminGetSettings, {}))
  return (
    <>
      <PageHeader title={t('title.setting')} text={t('setting.text')} />
      {query.error && !query.data && <ErrorState error={query.error} onRetry={query.refetch} />}
      {query.isPending && <PageLoading />}
      {query.data && <Editor stored={query.data} />}
    </>
  )
}

function Editor({ stored }: { stored: Settings }) {
  const t = useT()
  const form = useForm<SettingsForm>({
    initialValues: toSettingsForm(stored),
    validate: (values) => schemaErrors(Settings, toSettings(values)),
  })
  const dirty = form.isDirty()
  const save = useMutation({
    mutationFn: (body: Partial<Settings>) => call(adminSaveSettings, { body }),
    onSuccess: async (saved) => {
      queryClient.setQueryData(get(adminGetSettings, {}).queryKey, saved)
      form.setInitialValues(toSettingsForm(saved))
      form.setValues(toSettingsForm(saved))
      showNotice({ kind: 'success', message: t('state.saved') })
      await fetchSite()
    },
    onError: (error) => showFieldErrors(form, error),
  })
  const discard = { title: t('state.unsaved_title'), text: t('state.unsaved_text'), confirm: t('state.discard'), danger: true }
  useBlocker({
    shouldBlockFn: async () => !(await confirm(discard)),
    enableBeforeUnload: dirty,
    disabled: !dirty,
  })
  const submit = async (values: SettingsForm): Promise<void> => {
    const change = changedFields(stored, toSettings(values))
    const closing = { title: t('setting.close_title'), text: t('setting.close_ask'), confirm: t('setting.close'), danger: true }
    if (!change['site.closed'] || (await confirm(closing))) save.mutate(change)
  }
  return (
    <form
      noValidate
      className={styles['form']}
      onSubmit={form.onSubmit(
        (values) => void submit(values),
        (errors) => showNotice({ kind: 'warning', message: t('setting.check_fields', { n: Object.keys(errors).length }) }),
      )}
    >
      <SettingGroups form={form} />
      <div className={styles['buttons']} data-dirty={dirty || undefined}>
        <span role="status">{dirty ? t('setting.unsaved') : ''}</span>
        <Button variant="default" disabled={!dirty || save.isPending} onClick={() => form.reset()}>
          {t('setting.discard')}
        </Button>
        <Button type="submit" disabled={!dirty} loading={save.isPending}>
          {t('action.save')}
        </Button>
      </div>
    </form>
  )
}
