import { Button } from '@mantine/core'
import { adminListCategories, adminListTags } from '@portico/contract/article-categories-admin'
import { adminListArticles, adminMakeStarters } from '@portico/contract/articles-admin'
import { adminListFiles } from '@portico/contract/files-admin'
import { call } from '../api/call.ts'
import { useT } from '../i18n.ts'
import { useSave } from '../ui/use-save.ts'
import styles from './starter-offer.module.css'

/** Offers a site without articles the ones that Portico brings, published or as drafts. */
export function StarterOffer() {
  const t = useT()
  const make = useSave({
    send: (publish: boolean) => call(adminMakeStarters, { body: { publish } }),
    done: ({ articles }, publish) => t(publish ? 'starters.published' : 'starters.drafted', { n: articles }),
    changes: [adminListArticles, adminListCategories, adminListTags, adminListFiles],
  })
  const button = (publish: boolean) => (
    <Button
      variant={publish ? 'default' : 'subtle'}
      loading={make.isPending && make.variables === publish}
      disabled={make.isPending && make.variables !== publish}
      onClick={() => make.mutate(publish)}
    >
      {t(publish ? 'starters.publish' : 'starters.drafts')}
    </Button>
  )
  return (
    <div className={styles['offer']}>
      <p role="status">{t(make.isPending ? 'starters.working' : 'starters.text')}</p>
      <div className={styles['buttons']}>
        {button(true)}
        {button(false)}
      </div>
    </div>
  )
}
