import { Button, Menu } from '@mantine/core'
import { ArticleKind } from '@portico/contract/articles-admin'
import { IconChevronDown } from '@tabler/icons-react'
import { useRouter } from '@tanstack/react-router'
import { useT } from '../../i18n.ts'
import { newArticle } from '../article-addresses.ts'

/** Starts an article, terms or a page in the editor. */
export function NewContent() {
  const t = useT()
  const router = useRouter()
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <Button rightSection={<IconChevronDown size={16} />}>{t('article_manage.create')}</Button>
      </Menu.Target>
      <Menu.Dropdown>
        {ArticleKind.options.map((kind) => (
          <Menu.Item key={kind} onClick={() => void router.navigate({ href: newArticle(kind) })}>
            {t(`article_manage.create_${kind}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
