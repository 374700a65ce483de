import type { SettingKey } from '@portico/contract/settings/registry'
import { useT } from '../i18n.ts'
import { buttonClass } from '../ui/plain/button.ts'
import { type GroupId, groupIds, groupTitle, keysOf } from './chapters.ts'
import { countChanged } from './setting-group.tsx'
import { useWords } from './setting-text.ts'
import styles from './unsaved-bar.module.css'

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
