import { NativeSelect } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { SettingKey } from '@portico/contract/settings/registry'
import { useT } from '../i18n.ts'
import { PathLink } from '../ui/path-link.tsx'
import { Count } from '../ui/status-badge.tsx'
import { groupAddress } from './group-address.ts'
import { chapters, type GroupId, groupTitle, keysOf } from './chapters.ts'
import { countChanged } from './setting-group.tsx'
import { useWords } from './setting-text.ts'
import styles from './settings-nav.module.css'

interface NavProps {
  current: GroupId
  changed: ReadonlySet<SettingKey>
  onGo: (group: GroupId) => void
}

/** The groups by chapter: at the side, with the groups of the current chapter; in a narrow window one select. */
export function SettingsNav({ current, changed, onGo }: NavProps) {
  const t = useT()
  const words = useWords()
  const isNarrow = useMediaQuery('(width < 992px)', undefined, { getInitialValueInEffect: false })
  const count = (groups: readonly GroupId[]): number => groups.reduce((sum, group) => sum + countChanged(keysOf(group), changed), 0)
  const named = (group: GroupId): string => {
    const n = count([group])
    return n > 0 ? `${words(groupTitle(group))} (${n})` : words(groupTitle(group))
  }
  if (isNarrow)
    return (
      <NativeSelect
        aria-label={t('setting.groups')}
        data={chapters.map(({ id, groups }) => ({
          group: t(`setting.chapter_${id}`),
          items: groups.map((group) => ({ value: group, label: named(group) })),
        }))}
        value={current}
        onChange={(event) => onGo(event.currentTarget.value as GroupId)}
      />
    )
  return (
    <nav aria-label={t('setting.groups')} className={styles['nav']}>
      <ul>
        {chapters.map(({ id, groups }) => {
          const isOpen = groups.some((group) => group === current)
          const [first] = groups
          return (
            first && (
              <li key={id}>
                <NavLink group={first} count={isOpen ? 0 : count(groups)} isOpen={isOpen} onGo={onGo}>
                  {t(`setting.chapter_${id}`)}
                </NavLink>
                {isOpen && (
                  <ul>
                    {groups.map((group) => (
                      <li key={group}>
                        <NavLink group={group} count={count([group])} isCurrent={group === current} onGo={onGo}>
                          {words(groupTitle(group))}
                        </NavLink>
                      </li>
                    ))}
                  </ul>
                )}
              </li>
            )
          )
        })}
      </ul>
    </nav>
  )
}

interface LinkProps {
  group: GroupId
  /** Number of unsaved settings. */
  count: number
  isOpen?: boolean
  isCurrent?: boolean
  onGo: (group: GroupId) => void
  children: string
}

function NavLink({ group, count, isOpen, isCurrent, onGo, children }: LinkProps) {
  const t = useT()
  return (
    <PathLink
      to={groupAddress(group)}
      aria-current={isCurrent ? 'page' : undefined}
      data-open={isOpen || undefined}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return
        event.preventDefault()
        onGo(group)
      }}
    >
      {children}
      <Count n={count} label={t('setting.unsaved', { n: count })} />
    </PathLink>
  )
}
