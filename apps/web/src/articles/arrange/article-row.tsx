import { ActionIcon, Menu } from '@mantine/core'
import type { AdminListedArticle } from '@portico/contract/articles-admin'
import { IconExternalLink } from '@tabler/icons-react'
import { useRouter } from '@tanstack/react-router'
import { useT } from '../../i18n.ts'
import { PathLink } from '../../ui/path-link.tsx'
import { Stacked } from '../../ui/stacked.tsx'
import { MoveHandle, MoveItems } from '../../ui/table/move-buttons.tsx'
import { RowMenu } from '../../ui/table/row-actions.tsx'
import { editArticle, readArticle } from '../article-addresses.ts'
import { AudienceText } from '../audience-text.tsx'
import { HelpfulText } from '../helpful-text.tsx'
import { InOther } from '../in-other.tsx'
import { useTitlesOf } from '../names.ts'
import styles from './arrange.module.css'

interface RowProps {
  article: AdminListedArticle
  /** `at`: its place; `places`: all rows. The first row is a heading. */
  at: number
  places: number[]
  disabled: boolean
  onMove: (to: number) => void
  onOtherCategory: () => void
}

/** An article as members find it, with how it is read. */
export function ArticleRow({ article, at, places, disabled, onMove, onOtherCategory }: RowProps) {
  const t = useT()
  const router = useRouter()
  const { title, other, missing } = useTitlesOf()(article)
  const { id, views } = article
  const move = { disabled, onMove: (order: number[]) => onMove(order.indexOf(at)) }
  return (
    <li className={styles['article']}>
      <MoveHandle ids={places} {...move} />
      <Stacked note={missing ? t(`article_manage.missing_${missing}`) : other && <InOther text={other} />}>
        <PathLink to={editArticle(id)}>{title}</PathLink>
      </Stacked>
      <span className={styles['who']}>
        <AudienceText of={article} />
      </span>
      <span className={styles['figures']}>
        <span>{t('article_order.views', { n: views })}</span>
        <span>
          <span className="visually-hidden">{t('article_manage.helpful')}: </span>
          <HelpfulText of={article} />
        </span>
      </span>
      <ActionIcon
        className={styles['read'] ?? ''}
        variant="subtle"
        color="gray"
        title={t('article_manage.read')}
        aria-label={t('article_order.read', { title })}
        onClick={() => void router.navigate({ href: readArticle(id) })}
      >
        <IconExternalLink size={16} />
      </ActionIcon>
      <RowMenu name={title}>
        <Menu.Item onClick={() => void router.navigate({ href: editArticle(id) })}>{t('action.edit')}</Menu.Item>
        <MoveItems id={at} ids={places.slice(1)} disabled={disabled} onMove={(order) => onMove(order.indexOf(at) + 1)} />
        <Menu.Item onClick={onOtherCategory}>{t('article_order.move')}</Menu.Item>
      </RowMenu>
    </li>
  )
}
