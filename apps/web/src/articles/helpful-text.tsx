import { useT } from '../i18n.ts'

/** Share of readers who found an article helpful, among those who answered. */
export function HelpfulText({ of: { helpful, unhelpful } }: { of: { helpful: number; unhelpful: number } }) {
  const t = useT()
  const all = helpful + unhelpful
  if (all === 0) return <span className="quiet">–</span>
  return (
    <span
      title={t('article_manage.helpful_title', { helpful, n: all })}
    >{`${Math.round((helpful / all) * 100)}% (${helpful}/${all})`}</span>
  )
}
