import { TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { type MouseEvent, useEffect, useRef, useState } from 'react'
import { useT } from '../i18n.ts'
import { sectionId, type ShownGroup } from './setting-groups.tsx'
import { useWords } from './setting-text.ts'
import styles from './settings-page.module.css'

interface NavProps {
  groups: ShownGroup[]
  search: string
  onSearch: (text: string) => void
}

/** Searches the settings, or jumps to a group. The group in view is marked. */
export function SettingNav({ groups, search, onSearch }: NavProps) {
  const t = useT()
  const words = useWords()
  const current = useGroupInSight(groups)
  const list = useRef<HTMLUListElement>(null)
  // In a narrow window the list is a single line with its own scrolling.
  useEffect(() => {
    const [strip, link] = [list.current, list.current?.querySelector<HTMLElement>('[aria-current]')]
    if (strip && link) strip.scrollTo({ left: link.offsetLeft - 16 })
  }, [current])
  return (
    <div className={styles['nav']}>
      <TextInput
        type="search"
        aria-label={t('setting.search')}
        placeholder={t('setting.search')}
        leftSection={<IconSearch size={16} aria-hidden />}
        value={search}
        onChange={(event) => onSearch(event.currentTarget.value)}
      />
      <nav aria-label={t('setting.groups')}>
        <ul ref={list}>
          {groups.map(({ id, title }) => (
            <li key={id}>
              <a href={`#${sectionId(id)}`} aria-current={id === current || undefined} onClick={(event) => jump(event, id)}>
                {words(title)}
              </a>
            </li>
          ))}
        </ul>
      </nav>
    </div>
  )
}

/** Does not change the URL: that would trigger the question about unsaved changes. */
function jump(event: MouseEvent, group: string): void {
  event.preventDefault()
  const section = document.getElementById(sectionId(group))
  section?.scrollIntoView({ block: 'start' })
  section?.focus({ preventScroll: true })
}

function useGroupInSight(groups: ShownGroup[]): string | undefined {
  const [current, setCurrent] = useState<string>()
  useEffect(() => {
    const look = (): void => {
      const isAtEnd = window.innerHeight + window.scrollY >= document.documentElement.scrollHeight - 4
      const begun = groups.filter(({ id }) => hasBegun(id))
      setCurrent((isAtEnd && window.scrollY > 0 ? groups.at(-1) : (begun.at(-1) ?? groups[0]))?.id)
    }
    look()
    window.addEventListener('scroll', look, { passive: true })
    window.addEventListener('resize', look)
    return () => {
      window.removeEventListener('scroll', look)
      window.removeEventListener('resize', look)
    }
  }, [groups])
  return current
}

/** Whether the group is at the position a jump would bring it to, or above. */
function hasBegun(group: string): boolean {
  const section = document.getElementById(sectionId(group))
  if (!section) return false
  return section.getBoundingClientRect().top <= Number.parseFloat(getComputedStyle(section).scrollMarginTop) + 8
}
