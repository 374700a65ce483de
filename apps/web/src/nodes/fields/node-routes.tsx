import { Button, NativeSelect, Textarea, TextInput } from '@mantine/core'
import { hasMatch, hasOutbound, ROUTE_ACTIONS } from '@portico/contract/node-routing'
import { useT } from '../../i18n.ts'
import { fieldOf } from '../../ui/form/field-of.ts'
import { FormSection } from '../../ui/form/form-section.tsx'
import type { NodeFormApi } from '../node-form.ts'
import styles from '../nodes-manage.module.css'

const MOST_ROUTES = 100
const CODE = { autosize: true, minRows: 2, maxRows: 10, spellCheck: false, styles: { input: { fontFamily: 'var(--mono, monospace)' } } }

/** Where the node sends what members ask for: rows as old panels had them, in their order, and Xboard's own lists as text. */
export function NodeRoutes({ form }: { form: NodeFormApi }) {
  const t = useT()
  const { routes } = form.values.routing
  return (
    <FormSection title={t('node_manage.routing')} text={t('node_manage.routing_text')}>
      {routes.map(({ action }, i) => (
        // A row's position is its only identity.
        // oxlint-disable-next-line react/no-array-index-key
        <div key={i} className={styles['route']} role="group" aria-label={t('node_manage.route_n', { n: i + 1 })}>
          <NativeSelect
            data={ROUTE_ACTIONS.map((value) => ({ value, label: t(`node_manage.route_${value}`) }))}
            {...fieldOf(form, `routing.routes.${i}.action`, t('node_manage.route_n', { n: i + 1 }))}
          />
          {hasMatch(action) && (
            <Textarea
              {...CODE}
              placeholder={EXAMPLES[action]}
              {...fieldOf(form, `routing.routes.${i}.match`, t('node_manage.route_match'), t('node_manage.route_match_text'))}
              error={errorAt(form, `routing.routes.${i}.match`)}
            />
          )}
          {action === 'dns' && (
            <TextInput placeholder="1.1.1.1" {...fieldOf(form, `routing.routes.${i}.value`, t('node_manage.route_server'))} />
          )}
          {hasOutbound(action) && (
            <Textarea
              {...CODE}
              placeholder={OUTBOUND}
              {...fieldOf(form, `routing.routes.${i}.value`, t('node_manage.route_outbound'), t('node_manage.route_outbound_text'))}
            />
          )}
          <Button
            variant="subtle"
            color="red.8"
            size="compact-sm"
            onClick={() => {
              form.clearErrors()
              form.removeListItem('routing.routes', i)
            }}
          >
            {t('node_manage.route_remove', { n: i + 1 })}
          </Button>
        </div>
      ))}
      {routes.length < MOST_ROUTES && (
        <div>
          <Button
            variant="default"
            size="sm"
            onClick={() => form.insertListItem('routing.routes', { action: 'block', match: '', value: '' })}
          >
            {t('node_manage.route_add')}
          </Button>
        </div>
      )}
      {(['custom_outbounds', 'custom_routes'] as const).map((name) => (
        <Textarea
          key={name}
          {...CODE}
          placeholder="[]"
          {...fieldOf(form, `routing.${name}`, t(`node_manage.${name}`), t('node_manage.custom_text'))}
        />
      ))}
    </FormSection>
  )
}

const OUTBOUND = '{ "tag": "out", "protocol": "socks", "settings": { … } }'
const EXAMPLES = {
  block: 'geosite:category-ads-all\nregexp:.*\\.example\\.com',
  block_ip: 'geoip:private',
  block_port: '25\n465',
  protocol: 'bittorrent',
  dns: 'geosite:netflix',
  route: 'geosite:openai',
  route_ip: '192.0.2.0/24',
  default_out: '',
}

/** Error of the field or of one of its lines. */
function errorAt({ errors }: NodeFormApi, path: string) {
  return Object.entries(errors).find(([field]) => field === path || field.startsWith(`${path}.`))?.[1]
}
