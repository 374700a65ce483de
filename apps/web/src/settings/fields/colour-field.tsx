import { ColorInput } from '@mantine/core'
import { DEFAULT_COLOUR } from '@portico/contract/shades'
import { THEMES } from '../../app/settings.ts'
import type { OwnFieldProps } from './own-field.ts'

export function ColourField({ form, settingKey, ...shared }: OwnFieldProps) {
  return <ColorInput format="hex" swatches={[DEFAULT_COLOUR, ...THEMES]} {...shared} {...form.getInputProps(settingKey)} />
}
