import { NativeSelect, TextInput } from '@mantine/core'
import { CHANNEL_KINDS, type ChannelInput, MAX_CHANNELS } from '@portico/contract/service-channels'
import { useT } from '../../i18n.ts'
import { fieldOf } from '../../ui/form/field-of.ts'
import { useInLanguages } from '../../ui/form/in-languages.tsx'
import { ItemTools } from './item-tools.tsx'
import styles from './items-field.module.css'
import { ListField } from './list-field.tsx'
import type { OwnFieldProps } from './own-field.ts'
import { formValue, type SettingsFormApi } from '../settings-form.ts'

const EMPTY: ChannelInput = { kind: 'email', value: '', label: '', translations: { en: { label: '' }, 'zh-CN': { label: '' } } }

/** The channels of customer service in their order. */
export function ChannelsField(props: OwnFieldProps) {
  const t = useT()
  const { form, settingKey, disabled } = props
  const channels = formValue(form.values, settingKey) as ChannelInput[]
  return (
    <ListField {...props} count={channels.length} most={MAX_CHANNELS} empty={EMPTY} add={t('setting.channel_add')}>
      <ol className={styles['items']}>
        {channels.map((_, at) => (
          // A channel has no identity but its position: its values come from the form.
          // oxlint-disable-next-line react/no-array-index-key
          <Channel key={at} form={form} path={settingKey} at={at} channels={channels} disabled={disabled} />
        ))}
      </ol>
    </ListField>
  )
}

interface ChannelProps {
  form: SettingsFormApi
  path: string
  at: number
  channels: ChannelInput[]
  disabled: boolean
}

function Channel({ form, path, at, channels, disabled }: ChannelProps) {
  const t = useT()
  const own = `${path}.${at}`
  const kinds = CHANNEL_KINDS.map((value) => ({ value, label: t(`channel.${value}`) }))
  const label = useInLanguages(form, `${own}.label`, t('setting.channel_label'), (_, language) => `${own}.translations.${language}.label`)
  const name = channels[at]?.value || t('setting.channel_new', { n: at + 1 })
  return (
    <li>
      <NativeSelect data={kinds} disabled={disabled} {...fieldOf(form, `${own}.kind`, t('setting.channel_kind'))} />
      <TextInput maxLength={200} disabled={disabled} {...fieldOf(form, `${own}.value`, t('setting.channel_value'))} />
      <div className={styles['wide']}>
        <TextInput maxLength={40} disabled={disabled} description={t('setting.channel_label_text')} {...label} />
      </div>
      <ItemTools form={form} path={path} at={at} count={channels.length} name={name} disabled={disabled} />
    </li>
  )
}
