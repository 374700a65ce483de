import type { SettingKey } from '@portico/contract/settings/registry'
import type { ReactNode } from 'react'
import type { SettingsFormApi } from '../settings-form.ts'

/** Props of a setting's own field. */
export interface OwnFieldProps {
  form: SettingsFormApi
  settingKey: SettingKey
  label: string
  description: ReactNode
  disabled: boolean
}
