import type { SettingGroup } from '@portico/contract/settings/define'
import { isSettingKey, registry, type SettingKey, settingGroups } from '@portico/contract/settings/registry'
import type { SettingsView } from '@portico/contract/settings-admin'
import { language, useT } from '../i18n.ts'
import { MessageTest } from '../messages/message-test.tsx'
import { useStore } from '../store.ts'
import { Card } from '../ui/card.tsx'
import { FieldRow } from '../ui/form/form-section.tsx'
import { PageSection } from '../ui/sections/sectioned.tsx'
import { groupTools } from './group-tools.tsx'
import { ChallengeTest } from './challenge-test.tsx'
import { Fold } from './fold.tsx'
import { isNarrow, SettingField } from './setting-field.tsx'
import { matchesSearch, useWords } from './setting-text.ts'
import type { SettingsFormApi } from './settings-form.ts'
import styles from './settings-page.module.css'
import type { Folds } from './use-folds.ts'

export interface ShownGroup {
  id: string
  title: SettingGroup['title']
  keys: SettingKey[]
}

/** The groups with settings that are in use and match the search, with those settings. */
export function findGroups(search: string, isInUse: (key: SettingKey) => boolean): ShownGroup[] {
  const groups = Object.entries(settingGroups).map(([id, { title, settings }]) => {
    // A text in one language is part of the field of its setting.
    const keys = Object.keys(settings)
      .filter(isSettingKey)
      .filter((key) => !registry[key].translates)
    return { id, title, keys: keys.filter((key) => isInUse(key) && matchesSearch(key, registry[key], search)) }
  })
  return groups.filter(({ keys }) => keys.length > 0)
}

/** The id of a group's section. */
export const sectionId = (group: string): string => `setting-${group}`

interface GroupsProps {
  form: SettingsFormApi
  groups: ShownGroup[]
  stored: SettingsView
  /** The keys of what differs from what is stored. */
  changed: ReadonlySet<SettingKey>
  mayChange: (key: SettingKey) => boolean
  /** On a phone, how the groups are folded; null: all are open, without a way to fold them. */
  folds: Folds | null
}

/** The settings by topic, each with its description. */
export function SettingGroups({ form, groups, stored, changed, mayChange, folds }: GroupsProps) {
  const t = useT()
  const words = useWords()
  return groups.map(({ id, title, keys }) => {
    const isLocked = !keys.some(mayChange)
    const Tools = groupTools[id]
    const aside = id === 'challenge' && !isLocked && <ChallengeTest changed={keys.some((key) => changed.has(key))} />
    const inside = (
      <div className={styles['fields']}>
        {isLocked && <p className="quiet small">{t('setting.group_locked')}</p>}
        {inRows(keys).map((row) => {
          const fields = row.map((key) => {
            const disabled = !mayChange(key)
            const note = disabled && !isLocked ? { note: t('setting.locked') } : {}
            const shared = { form, settingKey: key, stored, isChanged: changed.has(key), disabled, ...note }
            return <SettingField key={key} {...shared} />
          })
          if (row.length > 1) return <FieldRow key={row[0]}>{fields}</FieldRow>
          return row.every(isNarrow) ? (
            <div key={row[0]} className={styles['half']}>
              {fields}
            </div>
          ) : (
            fields
          )
        })}
        {Tools && <Tools isChanged={keys.some((key) => changed.has(key))} disabled={isLocked} />}
        {TESTED[id] && !isLocked && <Test channel={TESTED[id]} isChanged={keys.some((key) => changed.has(key))} />}
      </div>
    )
    return (
      <PageSection key={id} id={sectionId(id)}>
        {folds ? (
          <Fold
            title={words(title)}
            changed={countChanged(keys, changed)}
            isOpen={folds.isOpen(
              sectionId(id),
              keys.some((key) => form.errors[key] !== undefined),
            )}
            onToggle={() => folds.toggle(sectionId(id))}
            aside={aside}
          >
            {inside}
          </Fold>
        ) : (
          <Card title={words(title)} aside={aside}>
            {inside}
          </Card>
        )}
      </PageSection>
    )
  })
}

/** How many settings differ from what is stored, with the texts in one language that belong to these. */
export function countChanged(keys: SettingKey[], changed: ReadonlySet<SettingKey>): number {
  return [...changed].filter((key) => keys.some((shown) => shown === key || shown === registry[key].translates?.key)).length
}

/** Groups that can be tried out. */
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

/** Puts consecutive narrow fields into pairs. */
function inRows(keys: SettingKey[]): SettingKey[][] {
  const rows: SettingKey[][] = []
  for (const key of keys) {
    const last = rows.at(-1)
    const joins = isNarrow(key) && last?.length === 1 && last[0] !== undefined && isNarrow(last[0])
    if (joins) last.push(key)
    else rows.push([key])
  }
  return rows
}
