import { Menu } from '@mantine/core'
import {
  adminDeleteClientRule,
  adminListClientRules,
  adminListDefaultAnswers,
  adminSetClientRule,
  adminSortClientRules,
} from '@portico/contract/client-rules-admin'
import { createFileRoute } from '@tanstack/react-router'
import { call } from '../api/call.ts'
import { useT } from '../i18n.ts'
import { Banner } from '../ui/banner.tsx'
import { Card } from '../ui/card.tsx'
import { formatNumber } from '../ui/format/format-number.ts'
import { lazyDrawer } from '../ui/lazy/lazy-opened.tsx'
import { listOf } from '../ui/list/list-of.ts'
import { useEditing } from '../ui/list/use-editing.tsx'
import { useList } from '../ui/list/use-list.tsx'
import { useMoving } from '../ui/list/use-moving.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { DataTable } from '../ui/table/data-table.tsx'
import { RowMenu, RowSwitch } from '../ui/table/row-actions.tsx'
import styles from './client-rules.module.css'
import { useRuleWords } from './rule-words.ts'

const RuleDrawer = lazyDrawer(async () => (await import('./rule-drawer.tsx')).RuleDrawer)

const rules = listOf(adminListClientRules)
const defaults = listOf(adminListDefaultAnswers)

export const Route = createFileRoute('/_signed-in/_console/admin/client_rules')({
  loader: (route) => Promise.all([rules.load(route), defaults.load(route)]),
  component: ClientRulesPage,
  staticData: { title: 'title.client_rules' },
})

function ClientRulesPage() {
  const t = useT()
  const words = useRuleWords()
  const list = useList(rules)
  const rest = useList(defaults)
  const editing = useEditing<NonNullable<typeof list.query.data>['items'][number], string>(list, 'clients.write')
  const moving = useMoving(list, (ids) => call(adminSortClientRules, { body: { ids } }))
  const create = editing.button(t('client_rules.create'))
  const asksCountry = list.query.data?.items.some(({ countries, enabled }) => enabled && countries.length > 0)
  return (
    <>
      <PageHeader title={t('title.client_rules')} text={t('client_rules.text')}>
        {!list.isEmpty && create}
      </PageHeader>
      {asksCountry && list.query.data?.has_countries === false && (
        <Banner tone="warn" title={t('client_rules.no_countries')}>
          {t('client_rules.no_countries_text')}
        </Banner>
      )}
      <DataTable
        label={t('title.client_rules')}
        {...list.table}
        {...editing.table}
        columns={[
          moving.handle(t('client_rules.order')),
          { header: t('client_rules.name'), render: ({ name }) => <strong>{name}</strong>, opens: true, at: 'who' },
          { header: t('client_rules.for'), render: (rule) => words.whom(rule), at: 'lines', wrap: true },
          { header: t('client_rules.gives'), render: (rule) => words.what(rule), at: 'what', wrap: true },
          {
            header: t('client_rules.enabled'),
            render: ({ id, name, enabled }) => (
              <RowSwitch
                needs="clients.write"
                label={`${name}: ${t('client_rules.enabled')}`}
                on={enabled}
                save={(on) => call(adminSetClientRule, { params: { id }, body: { enabled: on } })}
                changes={[adminListClientRules]}
              />
            ),
            at: 'state',
          },
          editing.actions((rule) => ({
            name: rule.name,
            words: { title: t('client_rules.delete_title', { name: rule.name }), done: t('client_rules.deleted', { name: rule.name }) },
            remove: () => call(adminDeleteClientRule, { params: { id: rule.id } }),
            renderMore: () => moving.items(rule),
          })),
        ]}
        empty={{ title: t('client_rules.empty'), text: t('client_rules.empty_text'), drawing: 'start', children: create }}
      />
      <div className={styles['rest']}>
        <Card title={t('client_rules.defaults')} flush>
          <p className={styles['explained']}>{t('client_rules.defaults_text')}</p>
          <DataTable
            label={t('client_rules.defaults')}
            {...rest.table}
            rowKey={({ client, format }) => `${client} ${format}`}
            columns={[
              { header: t('client_rules.client'), render: ({ client }) => <strong>{client}</strong>, at: 'who' },
              {
                header: t('client_rules.example'),
                render: ({ user_agent: agent }) => <code className={styles['agent']}>{agent || '—'}</code>,
                wrap: true,
                lesser: true,
              },
              { header: t('client_rules.gets'), render: ({ format }) => words.format(format), at: 'what' },
              {
                header: t('client_rules.reads'),
                render: ({ reads }) => (reads === null ? t('client_rules.reads_unknown') : reads.map(words.format).join(', ')),
                wrap: true,
                lesser: true,
              },
              {
                header: t('client_rules.fetches'),
                render: ({ fetches }) => formatNumber(fetches),
                align: 'right',
                at: 'much',
                named: true,
              },
              {
                header: t('table.actions'),
                actions: true,
                render: ({ client, user_agent: agent }) =>
                  editing.may && (
                    <RowMenu name={client}>
                      <Menu.Item onClick={() => editing.create(agent)}>{t('client_rules.make_own')}</Menu.Item>
                    </RowMenu>
                  ),
              },
            ]}
          />
        </Card>
      </div>
      {editing.form(RuleDrawer)}
    </>
  )
}
