import { createElement } from 'react'
import { ConnectionBar } from './connection/connection-bar.tsx'
import { reportErrors } from './reports/report-errors.ts'
import { keepWorker } from '../worker.ts'
import { watchConnection } from './connection/watch-connection.ts'
import { besides } from './besides.ts'

/** Loads what the first page does not wait for, while there is a connection: part of it is for when there is none. */
export function afterStart(): void {
  watchConnection()
  reportErrors()
  // Browsers offer it on secure pages only, and some not in private windows.
  if (import.meta.env.PROD && 'serviceWorker' in navigator) keepWorker().catch(() => {})
  besides.set(createElement(ConnectionBar))
}
