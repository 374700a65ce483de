import { Select, Textarea, TextInput } from '@mantine/core'
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
import { fieldOf } from '../ui/form/field-of.ts'
import { FormDrawer } from '../ui/form/form-drawer.tsx'
import { FieldRow } from '../ui/form/form-section.tsx'
import { schemaErrors } from '../ui/form/schema-errors.ts'
import { useSavedForm } from '../ui/form/use-saved-form.ts'
import type { EditedRow } from '../ui/list/use-editing.tsx'
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

interface ReleaseDrawerProps extends EditedRow<AdminRelease> {
  app: ConfiguredApp
}

/** Creates or edits a release. */
export function ReleaseDrawer({ app, row: release, steps, onClose }: ReleaseDrawerProps) {
  const t = useT()
  const platforms = app === 'client' ? APP_PLATFORMS : EXTENSION_PLATFORMS
  const values: ReleaseForm = {
    platform: release?.platform ?? platforms[0],
    version: release?.version ?? '',
    minimum_version: release?.minimum_version ?? '',
    download_url: release?.download_url ?? '',
    mirrors: release?.mirrors.join('\n') ?? '',
    sha256: release?.sha256 ?? '',
    notes_en: release?.notes_en ?? '',
    notes_zh: release?.notes_zh ?? '',
  }
  const { form, bound } = useSavedForm({
    values,
    toInput,
    check: (values) => {
      const errors = schemaErrors(ReleaseInput, toInput(values))
      // An error in one line is shown at the field that holds all lines.
      const line = Object.keys(errors).find((path) => path.startsWith('mirrors.'))
      return line ? { ...errors, mirrors: errors[line] } : errors
    },
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
      {...bound}
      steps={steps}
      draft={`release ${release?.id ?? 'new'}`}
      onClose={onClose}
    >
      {release?.published_at && <Banner tone="warn">{t('release_manage.is_published')}</Banner>}
      <Select
        data={platforms.map((value) => ({ value, label: PLATFORM_NAMES[value] }))}
        allowDeselect={false}
        {...fieldOf(form, 'platform', t('release_manage.platform'))}
      />
      <FieldRow>
        <TextInput
          required
          data-autofocus
          maxLength={23}
          {...fieldOf(form, 'version', t('release_manage.version'), t('release_manage.version_text'))}
        />
        <TextInput maxLength={23} {...fieldOf(form, 'minimum_version', t('release_manage.minimum'), t('release_manage.minimum_text'))} />
      </FieldRow>
      <TextInput
        required
        type="url"
        maxLength={500}
        {...fieldOf(form, 'download_url', t('release_manage.download'), t('release_manage.download_text'))}
      />
      <Textarea
        autosize
        minRows={2}
        maxRows={5}
        {...fieldOf(form, 'mirrors', t('release_manage.mirrors'), t('release_manage.mirrors_text'))}
      />
      <TextInput label="SHA-256" description={t('release_manage.sha256_text')} maxLength={64} {...form.getInputProps('sha256')} />
      <Textarea autosize minRows={3} maxRows={10} maxLength={4000} {...fieldOf(form, 'notes_zh', t('release_manage.notes_zh'))} />
      <Textarea autosize minRows={3} maxRows={10} maxLength={4000} {...fieldOf(form, 'notes_en', t('release_manage.notes_en'))} />
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
