import type { ReactNode } from 'react'
import { Face } from '../face.tsx'
import { PathLink } from '../path-link.tsx'
import styles from './person.module.css'

/** Person a drawer is about, with a link to the account. */
export function Person({ id, email, note }: { id: number; email: string; note?: ReactNode }) {
  return (
    <div className={styles['person']}>
      <Face name={email} />
      <span>
        <PathLink to={`/admin/user/${id}`}>{email}</PathLink>
        {note && <small>{note}</small>}
      </span>
    </div>
  )
}
