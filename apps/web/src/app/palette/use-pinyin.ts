import { useEffect, useState } from 'react'
import { language } from '../../i18n.ts'
import { useStore } from '../../store.ts'
import { settings } from '../settings.ts'
import type { PinyinMatch } from './fit.ts'

/** The pinyin matcher, loaded only if the menu is in Chinese and the user has enabled it. */
export function usePinyin(): PinyinMatch | null {
  const lang = useStore(language)
  const { supportPinyinSearch } = useStore(settings)
  const wanted = lang === 'zh-CN' && supportPinyinSearch
  const [match, setMatch] = useState<PinyinMatch | null>(null)
  useEffect(() => {
    if (!wanted || match) return
    void import('pinyin-pro').then((pinyin) => setMatch(() => pinyin.match))
  }, [wanted, match])
  return wanted ? match : null
}
