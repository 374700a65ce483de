import type { Need } from '@portico/contract/overview-admin'
import { IconChevronRight, type IconProps } from '@tabler/icons-react'
import { type ComponentType, useState } from 'react'
import { type MessageKey, useT } from '../../../i18n.ts'
import { Count } from '../../../ui/status-badge.tsx'
import type { findEntry } from '../menu.ts'
import type { MenuEntry, MenuGroup } from '../menu-group.ts'
import { MenuLink } from '../menu-link.tsx'
import { countNeeds, needsOf } from '../needs.ts'
import styles from '../sidebar.module.css'
import { useNeeds } from '../use-needs.ts'

/** The groups of the console in the side menu. `at`: where the page is. `open` false: a rail of icons. */
export function ConsoleGroups({ menu, at, open }: { menu: MenuGroup[]; at: ReturnType<typeof findEntry>; open: boolean }) {
  const t = useT()
  const [opened, toggle] = useOpenGroup(at?.group.title ?? null)
  const needs = useNeeds().data?.items ?? []
  const current = at?.entry
  return menu.map((group) =>
    group.icon && group.title && open ? (
      <FoldingGroup
        key={group.title}
        group={group}
        icon={group.icon}
        title={group.title}
        current={current}
        needs={needs}
        open={group.title === opened}
        onToggle={() => toggle(group.title)}
      />
    ) : (
      <div key={group.title ?? ''} className={styles['group']}>
        {group.title && <p className={styles['title']}>{t(group.title)}</p>}
        {group.entries.map((entry) => (
          <MenuLink key={entry.path} entry={entry} current={entry === current} open={open} waiting={countNeeds(needsOf(needs, entry))} />
        ))}
      </div>
    ),
  )
}

/**
 * The folding group that is open: the page's own until the operator opens another or closes it, and again after entering another group. One
 * at a time, so that all groups stay in sight in a window of 900 px.
 */
function useOpenGroup(own: MessageKey | null): [MessageKey | null, (title: MessageKey | null) => void] {
  const [chosen, setChosen] = useState<{ title: MessageKey | null; at: MessageKey | null } | null>(null)
  const opened = chosen?.at === own ? chosen.title : own
  return [opened, (title) => setChosen({ title: title === opened ? null : title, at: own })]
}

interface GroupProps {
  group: MenuGroup
  icon: ComponentType<IconProps>
  title: MessageKey
  current: MenuEntry | undefined
  needs: Need[]
  open: boolean
  onToggle: () => void
}

/** A group of the console. Folded, it shows how much waits on its pages. */
function FoldingGroup({ group, icon: Icon, title, current, needs, open, onToggle }: GroupProps) {
  const t = useT()
  const waiting = countNeeds(group.entries.flatMap((entry) => needsOf(needs, entry)))
  return (
    <div className={styles['group']} data-folds>
      <button type="button" aria-expanded={open} onClick={onToggle}>
        <Icon size={18} stroke={1.7} />
        <span>{t(title)}</span>
        {!open && <Count n={waiting} label={t('menu.waiting', { n: waiting })} />}
        <IconChevronRight size={16} className={styles['caret']} />
      </button>
      {open && (
        <div className={styles['sub']}>
          {group.entries.map((entry) => (
            <MenuLink
              key={entry.path}
              entry={entry}
              current={entry === current}
              open={open}
              waiting={countNeeds(needsOf(needs, entry))}
              isNested
            />
          ))}
        </div>
      )}
    </div>
  )
}
