import { Button } from '@mantine/core'
import { describeDevice, nameDevice } from '@portico/contract/describe-device'
import { addPasskey, beginPasskey, listPasskeys, type Passkey, removePasskey } from '@portico/contract/passkeys'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../api/call.ts'
import { list } from '../api/query.ts'
import { useT } from '../i18n.ts'
import { Card } from '../ui/card.tsx'
import { DateTime } from '../ui/format/date-time.tsx'
import { TimeAgo } from '../ui/format/time-ago.tsx'
import { lazyDialog } from '../ui/lazy/lazy-opened.tsx'
import { Stacked } from '../ui/stacked.tsx'
import { type Column, DataTable } from '../ui/table/data-table.tsx'
import { useSave } from '../ui/use-save.ts'

const RenameModal = lazyDialog(async () => (await import('./rename-modal.tsx')).RenameModal)

/** The account's passkeys: add one on this device, rename, delete. */
export function PasskeysCard() {
  const t = useT()
  const query = useQuery(list(listPasskeys, {}))
  const [renamed, setRenamed] = useState<Passkey | null>(null)
  const columns: Column<Passkey>[] = [
    { header: t('passkey.name'), render: (key) => <Named passkey={key} />, at: 'who' },
    { header: t('passkey.since'), render: (key) => <DateTime value={key.created_at} part="day" /> },
    { header: t('passkey.last_used'), render: (key) => <Used at={key.last_used_at} />, at: 'what' },
    { header: t('table.actions'), actions: true, render: (key) => <Actions passkey={key} onRename={() => setRenamed(key)} /> },
  ]
  const canAdd = typeof PublicKeyCredential !== 'undefined'
  return (
    <Card title={t('passkey.title')} aside={<Add disabled={!canAdd} />}>
      <p className="intro">{t(canAdd ? 'passkey.text' : 'passkey.unsupported')}</p>
      <DataTable
        label={t('passkey.title')}
        query={query}
        columns={columns}
        rowKey={(key) => key.id}
        empty={<p className="quiet">{t('passkey.none')}</p>}
      />
      {renamed && <RenameModal passkey={renamed} onClose={() => setRenamed(null)} />}
    </Card>
  )
}

function Named({ passkey }: { passkey: Passkey }) {
  const t = useT()
  return (
    <Stacked note={passkey.synced ? t('passkey.synced') : null}>
      <strong>{passkey.name}</strong>
    </Stacked>
  )
}

function Used({ at }: { at: string | null }) {
  const t = useT()
  return at === null ? <span>{t('passkey.never_used')}</span> : <TimeAgo value={at} />
}

function Add({ disabled }: { disabled: boolean }) {
  const t = useT()
  const add = useSave({
    send: async () => {
      const { options } = await call(beginPasskey, {})
      const { makePasskey } = await import('../api/passkey.ts')
      const credential = await makePasskey(options)
      return credential && (await call(addPasskey, { body: { credential, name: nameOfThisDevice(t('passkey.this_device')) } }))
    },
    done: (added) => (added ? t('passkey.added') : undefined),
    changes: [listPasskeys],
  })
  return (
    <Button variant="default" disabled={disabled} loading={add.isPending} onClick={() => add.mutate()}>
      {t('passkey.add')}
    </Button>
  )
}

/** Name of a new passkey until renamed. */
function nameOfThisDevice(otherwise: string): string {
  const found = describeDevice(navigator.userAgent)
  return found ? nameDevice(found) : otherwise
}

function Actions({ passkey, onRename }: { passkey: Passkey; onRename: () => void }) {
  const t = useT()
  const remove = useSave({
    ask: {
      title: t('passkey.remove_title', { name: passkey.name }),
      text: t('passkey.remove_text'),
      confirm: t('passkey.remove'),
      danger: true,
    },
    send: () => call(removePasskey, { params: { id: passkey.id } }),
    done: t('passkey.removed'),
    changes: [listPasskeys],
  })
  return (
    <>
      <Button size="compact-sm" variant="subtle" onClick={onRename}>
        {t('passkey.rename')}
      </Button>
      <Button size="compact-sm" variant="subtle" color="var(--bad-text)" loading={remove.isPending} onClick={() => remove.mutate()}>
        {t('passkey.remove')}
      </Button>
    </>
  )
}
