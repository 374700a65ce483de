import type { MarkedText } from '@portico/contract/site-search'
import { Fragment } from 'react'

/** A text with the words that were looked for marked in it. */
export function Marked({ text: { text, marks } }: { text: MarkedText }) {
  const ends = [0, ...marks.map(({ to }) => to)]
  return (
    <>
      {marks.map(({ from, to }, i) => (
        <Fragment key={from}>
          {text.slice(ends[i], from)}
          <mark>{text.slice(from, to)}</mark>
        </Fragment>
      ))}
      {text.slice(ends.at(-1))}
    </>
  )
}
