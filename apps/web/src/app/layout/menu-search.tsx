import { Select } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { language, useT } from '../../i18n.ts'
import { settings } from '../settings.ts'
import { useStore } from '../../store.ts'
import { useMenu } from './menu.ts'
import { mayLeaveFor } from './menu-click.ts'
import styles from './navbar.module.css'

type Match = (text: string, typed: string) => unknown

/** Searches the menu. In Chinese it also matches pinyin, in full or by initials. */
export function MenuSearch() {
  const t = useT()
  const menu = useMenu()
  const router = useRouter()
  const byPinyin = usePinyin()
  const [typed, setTyped] = useState('')
  const entries = menu.flatMap((group) => group.entries).map((entry) => ({ value: entry.path, label: t(entry.title) }))
  return (
    <Select
      className={styles['search'] ?? ''}
      aria-label={t('menu.search')}
      placeholder={t('menu.search')}
      leftSection={<IconSearch size={16} />}
      rightSection={null}
      searchable
      value={null}
      searchValue={typed}
      onSearchChange={setTyped}
      data={entries}
      nothingFoundMessage={t('menu.search_empty')}
      filter={({ search }) => {
        const sought = search.trim().toLowerCase()
        return entries.filter(({ label }) => label.toLowerCase().includes(sought) || byPinyin?.(label, sought))
      }}
      onChange={(path) => {
        setTyped('')
        if (path && mayLeaveFor(router, path)) void router.navigate({ href: path })
      }}
    />
  )
}

/** The pinyin matcher, loaded only if the menu is in Chinese and the user has enabled it. */
function usePinyin(): Match | null {
  const lang = useStore(language)
  const { supportPinyinSearch } = useStore(settings)
  const wanted = lang === 'zh-CN' && supportPinyinSearch
  const [match, setMatch] = useState<Match | null>(null)
  useEffect(() => {
    if (!wanted || match) return
    void import('pinyin-pro').then((pinyin) => setMatch(() => pinyin.match))
  }, [wanted, match])
  return wanted ? match : null
}
