/** The row that an insert, or an update of a locked row, returned. Throws when nothing was written, which is a bug. */
export function writtenRow<T>([row]: T[]): T {
  if (!row) throw new Error('a write returned no row')
  return row
}
