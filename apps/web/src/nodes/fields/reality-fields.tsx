import { Button, NumberInput, TextInput } from '@mantine/core'
import { useT } from '../../i18n.ts'
import { FieldRow, FormSection } from '../../ui/form/form-section.tsx'
import type { NodeFormApi } from '../node-form.ts'
import { Fingerprint } from './tls-fields.tsx'
import { useRealityKeys } from './use-reality-keys.ts'
import styles from '../nodes-manage.module.css'

/** Reality: the site it impersonates, and its keys. */
export function RealityFields({ form }: { form: NodeFormApi }) {
  const t = useT()
  const generate = useRealityKeys(form)
  const props = (key: string) => form.getInputProps(`settings.reality.${key}`)
  return (
    <FormSection title="Reality" text={t('node_manage.reality_text')}>
      <FieldRow>
        <TextInput
          label={t('node_manage.reality_server_name')}
          description={t('node_manage.reality_server_name_text')}
          placeholder="www.example.com"
          {...props('server_name')}
        />
        <NumberInput
          label={t('node_manage.reality_port')}
          description={t('node_manage.reality_port_text')}
          allowDecimal={false}
          clampBehavior="none"
          {...props('server_port')}
        />
      </FieldRow>
      <TextInput
        label={t('node_manage.reality_dest')}
        description={t('node_manage.reality_dest_text')}
        placeholder={t('node_manage.reality_dest_same')}
        {...props('dest')}
      />
      <div className={styles['keys']}>
        <span>{t('node_manage.keys_text')}</span>
        <Button variant="default" loading={generate.isPending} onClick={() => generate.mutate()}>
          {t('node_manage.generate')}
        </Button>
      </div>
      <TextInput label={t('node_manage.private_key')} autoComplete="off" spellCheck={false} {...props('private_key')} />
      <TextInput label={t('node_manage.public_key')} autoComplete="off" spellCheck={false} {...props('public_key')} />
      <FieldRow>
        <TextInput
          label={t('node_manage.short_id')}
          description={t('node_manage.short_id_text')}
          spellCheck={false}
          {...props('short_id')}
        />
        <Fingerprint form={form} path="settings.reality.fingerprint" />
      </FieldRow>
    </FormSection>
  )
}
