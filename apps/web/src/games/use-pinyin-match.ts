import { useEffect, useState } from 'react'
import { language } from '../i18n.ts'
import { useStore } from '../store.ts'
import type { PinyinMatch } from './find-games.ts'

/** The pinyin matcher, loaded once somebody who reads Chinese types Latin letters. */
export function usePinyinMatch(typed: string): PinyinMatch | null {
  const lang = useStore(language)
  const wanted = lang === 'zh-CN' && /[a-z]{2}/i.test(typed)
  const [match, setMatch] = useState<PinyinMatch | null>(null)
  useEffect(() => {
    if (wanted && !match) void import('pinyin-pro').then((pinyin) => setMatch(() => pinyin.match))
  }, [wanted, match])
  return wanted ? match : null
}
