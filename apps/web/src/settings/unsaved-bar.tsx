import { adminSettingsReach } from '@portico/contract/settings-admin'
import type { SettingKey } from '@portico/contract/settings/registry'
import { useQuery } from '@tanstack/react-query'
import { get } from '../api/query.ts'
import { useT } from '../i18n.ts'
import { formatList } from '../ui/format/format-number.ts'
import { buttonClass } from '../ui/plain/button.ts'
import { concernedBy, type GroupId, groupIds, groupTitle, keysOf } from './chapters.ts'
import { countChanged } from './setting-group.tsx'
import { useWords } from './setting-text.ts'
import styles from './unsaved-bar.module.css'
import { closeGaps } from '../ui/format/close-gaps.ts'

interface BarProps {
  changed: ReadonlySet<SettingKey>
  busy: boolean
  onGo: (group: GroupId) => void
  onDiscard: () => void
}

/** Bar with unsaved changes of all groups; hidden without any. */
export function UnsavedBar({ changed, busy, onGo, onDiscard }: BarProps) {
  const t = useT()
  const words = useWords()
  const dirty = changed.size > 0
  const groups = groupIds.filter((group) => countChanged(keysOf(group), changed) > 0)
  return (
    <div className={dirty ? `${styles['bar']} on-ink` : 'visually-hidden'} data-bottom-bar={dirty || undefined}>
      <p>
        <span role="status">{dirty ? t('setting.unsaved', { n: changed.size }) : ''}</span>
        {groups.map((group) => (
          <button key={group} type="button" onClick={() => onGo(group)}>
            {words(groupTitle(group))}
          </button>
        ))}
        {dirty && (
          <small>
            <Concerned groups={groups} />
          </small>
        )}
      </p>
      {dirty && (
        <>
          <button type="button" className={buttonClass('outline')} disabled={busy} onClick={onDiscard}>
            {t('setting.discard')}
          </button>
          <button type="submit" className={buttonClass('primary')} disabled={busy}>
            {t('action.save')}
          </button>
        </>
      )}
    </div>
  )
}

/** Whom a change of settings of these groups concerns, and how many they are. */
function Concerned({ groups }: { groups: readonly GroupId[] }) {
  const t = useT()
  const { data } = useQuery(get(adminSettingsReach, {}, { background: true }))
  if (!data) return null
  const concerned = concernedBy(groups).flatMap((who) => {
    if (who === 'visitors') return [t('setting.concerns_visitors')]
    return data[who] > 0 ? [t(`setting.concerns_${who}`, { n: data[who] })] : []
  })
  if (concerned.length === 0) return null
  return closeGaps(t('setting.concerns', { whom: formatList(concerned) }))
}
