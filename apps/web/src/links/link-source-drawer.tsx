import '@mantine/dates/styles.layer.css'
import { ActionIcon, Button, Select, TextInput } from '@mantine/core'
import { DateTimePicker } from '@mantine/dates'
import { FORMATS, type FormatName } from '@portico/contract/formats'
import { LINK_PANELS } from '@portico/contract/link-panels'
import { LINK_KINDS, type LinkKind } from '@portico/contract/links'
import {
  adminCreateLinkSource,
  adminListLinkSources,
  adminUpdateLinkSource,
  type LinkSource,
  LinkSourceInput,
} from '@portico/contract/links-admin'
import { IconTrash } from '@tabler/icons-react'
import { call } from '../api/call.ts'
import { useZone } from '../api/site.ts'
import { language, useT } from '../i18n.ts'
import { useStore } from '../store.ts'
import { fieldOf } from '../ui/form/field-of.ts'
import { FormDrawer } from '../ui/form/form-drawer.tsx'
import { FormSection } from '../ui/form/form-section.tsx'
import { PasswordField } from '../ui/form/password-field.tsx'
import { useSavedForm } from '../ui/form/use-saved-form.ts'
import { dayjsLocale } from '../ui/format/dayjs-locale.ts'
import { formatDateTime } from '../ui/format/format-time.ts'
import { momentAt } from '../ui/format/zoned-time.ts'
import type { EditedRow } from '../ui/list/use-editing.tsx'
import styles from './links.module.css'

interface SourceForm extends Record<string, unknown> {
  name: string
  kind: LinkKind
  /** `format` '': what suits the app. */
  paths: { path: string; format: FormatName | '' }[]
  secret: string
  /** In the site's time zone; null: never. */
  ends_at: string | null
}
type FormApi = ReturnType<typeof useSavedForm<SourceForm, LinkSource, LinkSourceInput>>['form']

const MAX_PATHS = 20

/** Adds another panel whose links are to go on working, or changes one. */
export function LinkSourceDrawer({ row: source, steps, onClose }: EditedRow<LinkSource>) {
  const t = useT()
  const lang = useStore(language)
  const zone = useZone()
  const { form, bound } = useSavedForm<SourceForm, LinkSource, LinkSourceInput>({
    values: toForm(source, zone),
    toInput: (values) => toInput(values, zone),
    check: LinkSourceInput,
    send: (body) => (source ? call(adminUpdateLinkSource, { params: { id: source.id }, body }) : call(adminCreateLinkSource, { body })),
    done: t('state.saved'),
    changes: [adminListLinkSources],
    after: onClose,
  })
  const choose = (name: string | null): void => {
    const panel = LINK_PANELS.find((one) => one.name === name)
    if (!panel) return
    const isNamed = form.values.name !== '' && !LINK_PANELS.some((one) => one.name === form.values.name)
    const paths = panel.paths.map(({ path, format }) => ({ path, format: format ?? ('' as const) }))
    form.setValues({ kind: panel.kind, paths, ...(!isNamed && { name: panel.name }) })
    form.clearErrors()
  }
  return (
    <FormDrawer
      title={source ? t('links.edit', { name: source.name }) : t('links.create')}
      {...bound}
      steps={steps}
      draft={`link source ${source?.id ?? 'new'}`}
      effect={source && t('links.effect', { n: source.in_use })}
      onClose={onClose}
    >
      {!source && (
        <Select label={t('links.panel')} description={t('links.panel_text')} data={LINK_PANELS.map(({ name }) => name)} onChange={choose} />
      )}
      <TextInput required maxLength={60} {...fieldOf(form, 'name', t('links.name'))} />
      <Select
        data={LINK_KINDS.map((kind) => ({ value: kind, label: t(`links.kind_${kind}`) }))}
        allowDeselect={false}
        {...fieldOf(form, 'kind', t('links.kind'))}
      />
      {form.values.kind !== 'token' && (
        <PasswordField
          autoComplete="new-password"
          placeholder={source?.has_secret ? t('links.secret_set') : ''}
          {...fieldOf(form, 'secret', t('links.secret'), t('links.secret_text'))}
        />
      )}
      <PathFields form={form} />
      <DateTimePicker
        placeholder={t('links.never')}
        valueFormat="YYYY-MM-DD HH:mm"
        locale={dayjsLocale(lang)}
        clearable
        clearButtonProps={{ 'aria-label': t('links.clear_end') }}
        {...fieldOf(form, 'ends_at', t('links.ends'), zone && t('links.ends_text', { zone }))}
      />
    </FormDrawer>
  )
}

function PathFields({ form }: { form: FormApi }) {
  const t = useT()
  const { paths } = form.values
  const formats = [{ value: '', label: t('links.format_any') }, ...FORMATS.map((format) => ({ value: format, label: format }))]
  return (
    <FormSection title={t('links.paths')} text={t('links.paths_text', { token: '{token}' })}>
      {paths.map((_, i) => (
        // oxlint-disable-next-line react/no-array-index-key -- rows have nothing of their own
        <div key={i} className={styles['path']}>
          <TextInput
            aria-label={t('links.path_n', { n: i + 1 })}
            placeholder="/sub/{token}"
            maxLength={200}
            {...form.getInputProps(`paths.${i}.path`)}
          />
          <Select
            aria-label={t('links.format_n', { n: i + 1 })}
            data={formats}
            allowDeselect={false}
            {...form.getInputProps(`paths.${i}.format`)}
          />
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            aria-label={t('links.remove_path', { n: i + 1 })}
            disabled={paths.length === 1}
            onClick={() => {
              form.clearErrors()
              form.removeListItem('paths', i)
            }}
          >
            <IconTrash size={18} />
          </ActionIcon>
        </div>
      ))}
      {paths.length < MAX_PATHS && (
        <div>
          <Button variant="default" size="sm" onClick={() => form.insertListItem('paths', { path: '', format: '' })}>
            {t('links.add_path')}
          </Button>
        </div>
      )}
    </FormSection>
  )
}

function toForm(source: LinkSource | null, zone: string | undefined): SourceForm {
  return {
    name: source?.name ?? '',
    kind: source?.kind ?? 'token',
    paths: source?.paths.map(({ path, format }) => ({ path, format: format ?? ('' as const) })) ?? [{ path: '', format: '' }],
    secret: '',
    ends_at: source?.ends_at ? formatDateTime(source.ends_at, zone, 'second') : null,
  }
}

function toInput({ secret, paths, ends_at: ends, ...rest }: SourceForm, zone: string | undefined): LinkSourceInput {
  return {
    ...rest,
    paths: paths.map(({ path, format }) => ({ path, format: format === '' ? null : format })),
    ...(secret !== '' && rest.kind !== 'token' && { secret }),
    ends_at: ends ? momentAt(ends, zone).toISOString() : null,
  }
}
