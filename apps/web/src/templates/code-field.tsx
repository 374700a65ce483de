import type { TemplateKind } from '@portico/contract/templates-admin'
import { memo, useRef } from 'react'
import styles from './templates.module.css'
import { highlightLine } from './highlight.ts'

/** Characters up to which a text is coloured; more would lag at every key. */
const MAX_COLOURED = 60_000

interface CodeFieldProps {
  label: string
  format: TemplateKind
  value: string
  /** Lines with a fault. */
  marked: ReadonlySet<number>
  onChange: (value: string) => void
}

/** A text area with line numbers. The coloured text lies behind it. */
export function CodeField({ label, format, value, marked, onChange }: CodeFieldProps) {
  const behind = useRef<HTMLDivElement>(null)
  const numbers = useRef<HTMLDivElement>(null)
  const lines = value.split('\n')
  const isColoured = value.length <= MAX_COLOURED
  return (
    <div className={styles['code']} style={{ '--lines': lines.length }}>
      <div className={styles['numbers']} ref={numbers} aria-hidden>
        {lines.map((_, index) => (
          <div key={index} data-fault={marked.has(index + 1) || undefined}>
            {index + 1}
          </div>
        ))}
      </div>
      <div className={styles['layers']} translate="no">
        <div className={styles['colours']} ref={behind} aria-hidden>
          {isColoured && lines.map((line, index) => <Line key={index} format={format} text={line} />)}
        </div>
        <textarea
          aria-label={label}
          aria-invalid={marked.size > 0}
          data-coloured={isColoured || undefined}
          spellCheck={false}
          autoCapitalize="off"
          autoCorrect="off"
          wrap="off"
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
          onScroll={({ currentTarget: { scrollTop, scrollLeft } }) => {
            behind.current?.scrollTo(scrollLeft, scrollTop)
            numbers.current?.scrollTo(0, scrollTop)
          }}
        />
      </div>
    </div>
  )
}

const Line = memo(function Line({ format, text }: { format: TemplateKind; text: string }) {
  const tokens = highlightLine(format, text)
  return (
    <div>
      {tokens.map((token, index) => (
        <span key={index} data-kind={token.kind}>
          {token.text}
        </span>
      ))}
      {text === '' && '\u200B'}
    </div>
  )
})
