import { registry, type SettingKey } from '@portico/contract/settings/registry'
import { useT } from '../i18n.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { findSettings, type GroupId, groupTitle } from './chapters.ts'
import { useWords } from './setting-text.ts'
import styles from './settings-search.module.css'

/** The settings that a search finds; each leads to its field. */
export function FoundSettings({ search, onGo }: { search: string; onGo: (group: GroupId, key: SettingKey) => void }) {
  const t = useT()
  const words = useWords()
  const found = findSettings(search)
  if (found.length === 0) return <EmptyState title={t('menu.search_empty')} />
  return (
    <ul className={styles['found']} aria-label={t('setting.found', { n: found.length })}>
      {found.map(({ group, key }) => {
        const { label, help } = registry[key]
        return (
          <li key={key}>
            <button type="button" onClick={() => onGo(group, key)}>
              <span>{words(groupTitle(group))}</span>
              <strong>{words(label)}</strong>
              {help && <small>{words(help)}</small>}
            </button>
          </li>
        )
      })}
    </ul>
  )
}
