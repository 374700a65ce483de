import { Select, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { APP_PLATFORMS, type ConfiguredApp, EXTENSION_PLATFORMS, type ReleasePlatform } from '@portico/contract/app-releases'
import {
  adminCreateRelease,
  adminListReleases,
  type AdminRelease,
  adminUpdateRelease,
  ReleaseInput,
} from '@portico/contract/app-releases-admin'
import { call } from '../api/call.ts'
import { useT } from '../i18n.ts'
import { Banner } from '../ui/banner.tsx'
import type { Steps } from '../ui/drawer/row-steps.ts'
import { FormDrawer } from '../ui/form/form-drawer.tsx'
import { FieldRow } from '../ui/form/form-section.tsx'
import { schemaErrors } from '../ui/form/schema-errors.ts'
import { useSave } from '../ui/use-save.ts'
import { PLATFORM_NAMES } from './platform-names.ts'

interface ReleaseForm extends Record<string, unknown> {
  platform: ReleasePlatform
  version: string
  minimum_version: string
  download_url: string
  /** One URL per line. */
  mirrors: string
  sha256: string
  notes_en: string
  notes_zh: string
}

interface ReleaseDrawerProps {
  app: ConfiguredApp
  release: AdminRelease | null
  steps?: Steps | undefined
  onClose: () => void
}

/** Creates or edits a release. */
export function ReleaseDrawer({ app, release, steps, onClose }: ReleaseDrawerProps) {
  const t = useT()
  const platforms = app === 'client' ? APP_PLATFORMS : EXTENSION_PLATFORMS
  const form = useForm<ReleaseForm>({
    initialValues: {
      platform: release?.platform ?? platforms[0],
      version: release?.version ?? '',
      minimum_version: release?.minimum_version ?? '',
      download_url: release?.download_url ?? '',
      mirrors: release?.mirrors.join('\n') ?? '',
      sha256: release?.sha256 ?? '',
      notes_en: release?.notes_en ?? '',
      notes_zh: release?.notes_zh ?? '',
    },
    validate: (values) => {
      const errors = schemaErrors(ReleaseInput, toInput(values))
      // An error in one line is shown at the field that holds all lines.
      const line = Object.keys(errors).find((path) => path.startsWith('mirrors.'))
      return line ? { ...errors, mirrors: errors[line] } : errors
    },
  })
  const save = useSave({
    form,
    send: (body: ReleaseInput) =>
      release ? call(adminUpdateRelease, { params: { id: release.id }, body }) : call(adminCreateRelease, { body }),
    done: t('state.saved'),
    changes: [adminListReleases],
    after: onClose,
  })
  return (
    <FormDrawer
      title={
        release ? t('release_manage.edit', { name: `${PLATFORM_NAMES[release.platform]} ${release.version}` }) : t('release_manage.create')
      }
      saving={save.isPending}
      steps={steps}
      form={form}
      draft={`release ${release?.id ?? 'new'}`}
      onClose={onClose}
      onSubmit={form.onSubmit((values) => save.mutate(toInput(values)))}
    >
      {release?.published_at && <Banner tone="warn">{t('release_manage.is_published')}</Banner>}
      <Select
        label={t('release_manage.platform')}
        data={platforms.map((value) => ({ value, label: PLATFORM_NAMES[value] }))}
        allowDeselect={false}
        {...form.getInputProps('platform')}
      />
      <FieldRow>
        <TextInput
          required
          label={t('release_manage.version')}
          description={t('release_manage.version_text')}
          data-autofocus
          maxLength={23}
          {...form.getInputProps('version')}
        />
        <TextInput
          label={t('release_manage.minimum')}
          description={t('release_manage.minimum_text')}
          maxLength={23}
          {...form.getInputProps('minimum_version')}
        />
      </FieldRow>
      <TextInput
        required
        type="url"
        label={t('release_manage.download')}
        description={t('release_manage.download_text')}
        maxLength={500}
        {...form.getInputProps('download_url')}
      />
      <Textarea
        label={t('release_manage.mirrors')}
        description={t('release_manage.mirrors_text')}
        autosize
        minRows={2}
        maxRows={5}
        {...form.getInputProps('mirrors')}
      />
      <TextInput label="SHA-256" description={t('release_manage.sha256_text')} maxLength={64} {...form.getInputProps('sha256')} />
      <Textarea
        label={t('release_manage.notes_zh')}
        autosize
        minRows={3}
        maxRows={10}
        maxLength={4000}
        {...form.getInputProps('notes_zh')}
      />
      <Textarea
        label={t('release_manage.notes_en')}
        autosize
        minRows={3}
        maxRows={10}
        maxLength={4000}
        {...form.getInputProps('notes_en')}
      />
    </FormDrawer>
  )
}

function toInput({ minimum_version: minimum, sha256, mirrors, ...rest }: ReleaseForm): ReleaseInput {
  return {
    platform: rest.platform,
    version: rest.version.trim(),
    minimum_version: minimum.trim() === '' ? null : minimum.trim(),
    download_url: rest.download_url.trim(),
    mirrors: mirrors
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean),
    sha256: sha256.trim() === '' ? null : sha256.trim().toLowerCase(),
    notes_en: rest.notes_en,
    notes_zh: rest.notes_zh,
  }
}
