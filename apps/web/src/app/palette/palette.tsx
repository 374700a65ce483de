import { Modal } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useT } from '../../i18n.ts'
import { useShown } from '../../ui/dialog/use-shown.ts'
import { type Entry, useActions, usePages } from './entries.ts'
import { fitting } from './fit.ts'
import styles from './palette.module.css'
import { useFound } from './use-found.ts'
import { ASK, useOnSite } from './use-on-site.ts'
import { usePinyin } from './use-pinyin.ts'

/** One search field: pages, actions and the site's content; for staff, also members, orders and nodes. */
export function Palette({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const t = useT()
  const shown = useShown(opened)
  return (
    <Modal.Root opened={shown} onClose={onClose} size={640} yOffset="12vh" zIndex={300}>
      <Modal.Overlay color="var(--veil)" backgroundOpacity={1} />
      <Modal.Content aria-label={t('palette.label')} radius="lg">
        <Modal.Body p={0}>
          <Search onClose={onClose} />
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}

function Search({ onClose }: { onClose: () => void }) {
  const t = useT()
  const id = useId()
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState<string | null>(null)
  const byPinyin = usePinyin()
  const found = useFound(typed)
  const onSite = useOnSite(typed)
  const pages = fitting(usePages(), typed, byPinyin)
  const groups = [
    { title: t('palette.pages'), entries: pages },
    { title: t('palette.actions'), entries: fitting(useActions(), typed, byPinyin) },
    { title: t('palette.members'), entries: found.members },
    { title: t('palette.orders'), entries: found.orders },
    { title: t('palette.nodes'), entries: found.nodes },
    { title: t('title.admin_tickets'), entries: found.tickets },
    { title: t('palette.on_site'), entries: onSite.entries.filter(({ id: path }) => !pages.some((page) => page.id === path)) },
  ].filter(({ entries }) => entries.length > 0)
  const all = groups.flatMap(({ entries }) => entries)
  const current = all.find((entry) => entry.id === chosen) ?? all[0]
  const optionId = (entry: Entry): string => `${id}-${entry.id}`
  const run = (entry: Entry): void => {
    onClose()
    entry.run()
  }
  const press = (event: KeyboardEvent): void => {
    // While Chinese is being composed, these keys belong to the input method.
    if (event.nativeEvent.isComposing || !current) return
    if (event.key === 'Enter') run(current)
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) setChosen(all.at((all.indexOf(current) + step) % all.length)?.id ?? null)
    if (step !== undefined || event.key === 'Enter') event.preventDefault()
  }
  return (
    <>
      <div className={styles['field']}>
        <IconSearch size={18} stroke={1.7} aria-hidden />
        <input
          role="combobox"
          aria-expanded
          aria-controls={id}
          aria-autocomplete="list"
          aria-activedescendant={current && optionId(current)}
          aria-label={t('palette.label')}
          placeholder={t('palette.label')}
          autoComplete="off"
          spellCheck={false}
          maxLength={200}
          data-autofocus
          value={typed}
          onChange={(event) => {
            setTyped(event.currentTarget.value)
            setChosen(null)
          }}
          onKeyDown={press}
        />
        <kbd aria-hidden>Esc</kbd>
      </div>
      <div id={id} className={styles['list']} role="listbox" aria-label={t('palette.results')}>
        {groups.map(({ title, entries }) => (
          <div key={title} role="group" aria-label={title}>
            <p aria-hidden>{title}</p>
            {entries.map((entry) => (
              <Option
                key={entry.id}
                id={optionId(entry)}
                entry={entry}
                isCurrent={entry === current}
                onPoint={() => setChosen(entry.id)}
                onRun={() => run(entry)}
              />
            ))}
          </div>
        ))}
      </div>
      <Foot state={onSite.state === 'idle' ? found.state : onSite.state} count={all.filter((one) => one.id !== ASK).length} />
    </>
  )
}

interface OptionProps {
  id: string
  entry: Entry
  isCurrent: boolean
  onPoint: () => void
  onRun: () => void
}

function Option({ id, entry: { title, hint, icon: Icon }, isCurrent, onPoint, onRun }: OptionProps) {
  const row = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isCurrent) row.current?.scrollIntoView({ block: 'nearest' })
  }, [isCurrent])
  return (
    // The keys are handled where the focus stays, in the field.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
    <div ref={row} id={id} role="option" aria-selected={isCurrent} onPointerMove={isCurrent ? undefined : onPoint} onClick={onRun}>
      <Icon size={18} stroke={1.7} aria-hidden />
      <span>{title}</span>
      {hint && <small>{hint}</small>}
    </div>
  )
}

/** State of the search, and the keys that help. */
function Foot({ state, count }: { state: 'idle' | 'searching' | 'failed' | 'done'; count: number }) {
  const t = useT()
  const words = {
    idle: count === 0 ? t('menu.search_empty') : '',
    searching: t('palette.searching'),
    failed: t('palette.failed'),
    done: count === 0 ? t('menu.search_empty') : t('palette.count', { n: count }),
  }
  return (
    <div className={styles['foot']}>
      <span role="status" data-failed={state === 'failed' || undefined}>
        {words[state]}
      </span>
      <span className={styles['keys']} aria-hidden>
        <kbd>↑</kbd>
        <kbd>↓</kbd> {t('palette.key_choose')} <kbd>↵</kbd> {t('palette.key_open')}
      </span>
    </div>
  )
}
