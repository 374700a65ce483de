import { registry, type SettingKey } from '@portico/contract/settings/registry'
import type { SettingsView } from '@portico/contract/settings-admin'
import { Suspense } from 'react'
import { language, useT } from '../i18n.ts'
import { useStore } from '../store.ts'
import { Card } from '../ui/card.tsx'
import { lazyPart } from '../ui/lazy/lazy-part.tsx'
import { ChallengeTest } from './challenge-test.tsx'
import { type GroupId, groupTitle, keysOf } from './chapters.ts'
import { SettingField } from './fields/setting-field.tsx'
import { groupTools } from './group-tools.tsx'
import { isInUse } from './in-use.ts'
import { SettingRow, type Target } from './setting-row.tsx'
import { useWords } from './setting-text.ts'
import type { SettingsFormApi } from './settings-form.ts'
import styles from './settings-page.module.css'

const MessageTest = lazyPart(async () => (await import('../messages/message-test.tsx')).MessageTest)

interface GroupProps {
  form: SettingsFormApi
  group: GroupId
  stored: SettingsView
  /** Keys that differ from what is stored. */
  changed: ReadonlySet<SettingKey>
  /** Its setting is shown in any case. */
  target: Target | null
  mayChange: (key: SettingKey) => boolean
}

/** The settings of one group, each with its description. */
export function SettingGroup({ form, group, stored, changed, target, mayChange }: GroupProps) {
  const t = useT()
  const words = useWords()
  const all = keysOf(group)
  const isLocked = !all.some(mayChange)
  const isChanged = all.some((key) => changed.has(key))
  const keys = all.filter((key) => key === target?.key || isInUse(key, form.values, changed) || form.errors[key] !== undefined)
  const Tools = groupTools[group]
  const tested = TESTED[group]
  const field = (key: SettingKey) => {
    const disabled = !mayChange(key)
    const note = disabled && !isLocked ? { note: t('setting.locked') } : {}
    return (
      <SettingRow key={key} settingKey={key} target={target}>
        <SettingField form={form} settingKey={key} stored={stored} isChanged={changed.has(key)} disabled={disabled} {...note} />
      </SettingRow>
    )
  }
  return (
    <Card title={words(groupTitle(group))} aside={group === 'challenge' && !isLocked && <ChallengeTest changed={isChanged} />}>
      <div className={styles['fields']}>
        {isLocked && <p className="quiet small">{t('setting.group_locked')}</p>}
        {keys.map(field)}
        {Tools && (
          <div className={styles['tools']}>
            <Suspense>
              <Tools isChanged={isChanged} disabled={isLocked} />
            </Suspense>
          </div>
        )}
        {tested && !isLocked && (
          <div className={styles['tools']}>
            <Suspense>
              <Test channel={tested} isChanged={isChanged} />
            </Suspense>
          </div>
        )}
      </div>
    </Card>
  )
}

/** Number of changed settings, counting their translations with them. */
export function countChanged(keys: SettingKey[], changed: ReadonlySet<SettingKey>): number {
  return [...changed].filter((key) => keys.some((shown) => shown === key || shown === registry[key].translates?.key)).length
}

/** Groups with a test. */
const TESTED: Record<string, 'email' | 'sms'> = { mail: 'email', sms: 'sms' }

function Test({ channel, isChanged }: { channel: 'email' | 'sms'; isChanged: boolean }) {
  const t = useT()
  const lang = useStore(language)
  return (
    <div>
      <MessageTest channels={[channel]} template="test" language={lang} disabled={isChanged} />
      <p className="quiet small">{t(isChanged ? 'messages.test_saved_first' : 'messages.test_settings')}</p>
    </div>
  )
}
