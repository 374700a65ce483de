import { type ReactNode, useEffect, useRef, useState } from 'react'
import { fadeEdges } from './fade-edges.ts'
import styles from './sectioned.module.css'

export interface SectionName {
  id: string
  title: string
}
interface SectionedProps {
  /** Name of the list, for screen readers. */
  label: string
  sections: SectionName[]
  /** The sections need room, so the list stands beside them only in a wide window. */
  wide?: boolean
  children: ReactNode
}

/** A long page with a list of its sections: at the side, or as a strip on top. The section in view is marked. */
export function Sectioned({ label, sections, wide = false, children }: SectionedProps) {
  const current = useSectionInSight(sections)
  const list = useRef<HTMLUListElement>(null)
  // The strip is a single line with its own scrolling.
  useEffect(() => {
    const [strip, link] = [list.current, list.current?.querySelector<HTMLElement>('[aria-current]')]
    if (strip && link) strip.scrollTo({ left: link.offsetLeft - 16 })
  }, [current])
  return (
    <div className={styles['page']} data-wide={wide || undefined}>
      <nav className={styles['nav']} aria-label={label}>
        <ul
          ref={(element) => {
            list.current = element
            return fadeEdges(element)
          }}
        >
          {sections.map(({ id, title }) => (
            <li key={id}>
              <a
                href={`#${id}`}
                aria-current={id === current || undefined}
                onClick={(event) => {
                  event.preventDefault()
                  jump(id)
                }}
              >
                {title}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <div className={styles['content']}>{children}</div>
    </div>
  )
}

/** A section of a page, to which the page's list of sections leads. */
export function PageSection({ id, children }: { id: string; children: ReactNode }) {
  return (
    <div id={id} className={styles['section']} tabIndex={-1}>
      {children}
    </div>
  )
}

/** Scrolls to a section. Does not change the URL: that would trigger the question about unsaved changes. */
function jump(id: string): void {
  const section = document.getElementById(id)
  section?.scrollIntoView({ block: 'start' })
  section?.focus({ preventScroll: true })
}

function useSectionInSight(sections: SectionName[]): string | undefined {
  const [current, setCurrent] = useState<string>()
  const ids = sections.map(({ id }) => id).join(' ')
  useEffect(() => {
    const look = (): void => {
      const all = ids.split(' ')
      const isAtEnd = window.innerHeight + window.scrollY >= document.documentElement.scrollHeight - 4
      setCurrent(isAtEnd && window.scrollY > 0 ? all.at(-1) : (all.findLast(hasBegun) ?? all[0]))
    }
    look()
    window.addEventListener('scroll', look, { passive: true })
    window.addEventListener('resize', look)
    return () => {
      window.removeEventListener('scroll', look)
      window.removeEventListener('resize', look)
    }
  }, [ids])
  return current
}

/** Whether the section is at the position a jump would bring it to, or above. */
function hasBegun(id: string): boolean {
  const section = document.getElementById(id)
  if (!section) return false
  return section.getBoundingClientRect().top <= Number.parseFloat(getComputedStyle(section).scrollMarginTop) + 8
}
