import type { UseFormReturnType } from '@mantine/form'
import type { Settings } from '@portico/contract/settings-admin'

/** Settings by group and name: a form reads the dot of `site.title` as a path. */
export type SettingsForm = Record<string, Record<string, unknown>>
export type SettingsFormApi = UseFormReturnType<SettingsForm>

export function toSettingsForm(settings: Settings): SettingsForm {
  const form: SettingsForm = {}
  for (const [key, value] of Object.entries(settings)) {
    const [group = '', name = ''] = key.split('.')
    form[group] = { ...form[group], [name]: value }
  }
  return form
}

/** As the contract has them. What a field holds is not checked here: an emptied number is still ''. */
export function toSettings(form: SettingsForm): Settings {
  const pairs = Object.entries(form).flatMap(([group, fields]) =>
    Object.entries(fields).map(([name, value]) => [`${group}.${name}`, value]),
  )
  return Object.fromEntries(pairs) as Settings
}
