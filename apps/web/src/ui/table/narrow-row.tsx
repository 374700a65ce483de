import { IconChevronDown } from '@tabler/icons-react'
import { isValidElement, type ReactNode, useState } from 'react'
import { useT } from '../../i18n.ts'
import { Fact, Facts } from '../facts.tsx'
import { TextButton } from '../plain/text-button.tsx'
import type { Column } from './column.ts'
import table from './data-table.module.css'
import styles from './narrow-row.module.css'

/** The columns of a narrow list by their place. */
export interface Parts<T> {
  who: Column<T> | undefined
  much: Column<T> | undefined
  what: Column<T>[]
  state: Column<T> | undefined
  lines: Column<T> | undefined
  actions: Column<T> | undefined
  /** Columns in neither line. */
  rest: Column<T>[]
}

export function partsOf<T>(columns: Column<T>[]): Parts<T> {
  const at = (place: Column<T>['at']): Column<T> | undefined => columns.find((column) => column.at === place)
  const actions = columns.find((column) => column.actions)
  // A list that names no places shows its first column and unfolds the others.
  const who = at('who') ?? columns.find((column) => !column.actions && !column.handle && column.at === undefined)
  const [much, state, lines] = [at('much'), at('state'), at('lines')]
  const what = columns.filter((column) => column.at === 'what')
  const shown = new Set([who, much, state, lines, actions, ...what])
  return { who, much, what, state, lines, actions, rest: columns.filter((column) => !shown.has(column) && !column.handle) }
}

interface NarrowRowProps<T> {
  row: T
  parts: Parts<T>
  onOpen: ((row: T) => void) | undefined
  opened: boolean
}

/**
 * A row in two lines. Pressing it opens the drawer; in a list without one, it unfolds what the lines leave out. A row with a menu shows
 * that alone.
 */
export function NarrowRow<T>({ row, parts, onOpen, opened }: NarrowRowProps<T>) {
  const t = useT()
  const [unfolded, setUnfolded] = useState(false)
  const { who, much, what, state, lines, actions, rest } = parts
  const known = what.map((column) => [column.header, valueOf(column, row)] as const).filter(([, value]) => value !== null)
  const amount = much ? valueOf(much, row) : null
  // A state alone would leave half of two lines empty.
  const oneLine = known.length === 0 && (amount === null || !state)
  const folds = !onOpen && rest.length > 0
  return (
    <>
      <div
        role="row"
        data-opened={opened || undefined}
        data-single={oneLine || undefined}
        data-state={(oneLine && state !== undefined) || undefined}
      >
        <div role="cell" data-at="who" data-wrap={who?.wrap || undefined}>
          {onOpen ? (
            <TextButton className={styles['whole'] ?? ''} onClick={() => onOpen(row)}>
              {(who?.asText ?? who?.render)?.(row)}
            </TextButton>
          ) : (
            who?.render(row)
          )}
        </div>
        <div role="cell" data-at="much">
          {amount}
        </div>
        <div role="cell" data-at="what">
          {known.map(([header, value], i) => (
            <span key={header}>
              {i > 0 && <span className={styles['dot']}> ·</span>} {value}
            </span>
          ))}
        </div>
        <div role="cell" data-at="state">
          {state && valueOf(state, row)}
        </div>
        {lines && (
          <div role="cell" data-at="lines">
            {lines.render(row)}
          </div>
        )}
        <div role="cell" data-at="actions">
          {actions?.render(row)}
          {folds && (
            <button
              type="button"
              className={`${styles['fold']} ${styles['whole']}`}
              data-bare={actions !== undefined || undefined}
              aria-expanded={unfolded}
              aria-label={t('table.details')}
              onClick={() => setUnfolded(!unfolded)}
            >
              <IconChevronDown size={18} />
            </button>
          )}
        </div>
      </div>
      {folds && unfolded && (
        <div role="row" data-more>
          <div role="cell">
            <Facts>
              {rest.map((column) => (
                <Fact key={column.header} name={column.header}>
                  {valueOf(column, row) ?? '–'}
                </Fact>
              ))}
            </Facts>
          </div>
        </div>
      )}
    </>
  )
}

/** A cell of a narrow row; missing values are left out. */
function valueOf<T>({ header, named, render }: Column<T>, row: T): ReactNode {
  const value = render(row)
  if (value === null || value === undefined || value === false || value === '' || value === '–') return null
  // A time that is not known yet, drawn by its component.
  if (isValidElement<{ value?: unknown }>(value) && value.props.value === null) return null
  return named ? <Named name={header}>{value}</Named> : value
}

function Named({ name, children }: { name: string; children: ReactNode }) {
  return (
    <span className={styles['named']}>
      <small>{name}</small> {children}
    </span>
  )
}

/** The names of what the two lines show, for screen readers. */
export function NarrowHead<T>({ parts: { who, much, what, state, lines, actions } }: { parts: Parts<T> }) {
  const names = {
    who: who?.header,
    much: much?.header,
    what: what.map((column) => column.header).join(' · '),
    state: state?.header,
    ...(lines && { lines: lines.header }),
    actions: actions?.header,
  }
  return (
    <div role="rowgroup" className="visually-hidden">
      <div role="row">
        {Object.entries(names).map(([part, name]) => (
          <div key={part} role={name ? 'columnheader' : 'cell'}>
            {name}
          </div>
        ))}
      </div>
    </div>
  )
}

/** The outline of rows that are loading. */
export function NarrowWaiting() {
  const t = useT()
  return ['a', 'b', 'c', 'd', 'e'].map((row) => (
    <div key={row} role="row">
      <div role="cell" data-at="who">
        <div className={table['bone']}>{row === 'a' && <span className="visually-hidden">{t('state.loading')}</span>}</div>
      </div>
    </div>
  ))
}
