/** The row that an insert, or an update of a locked row, returned. Throws where nothing was written: that is a bug. */
export function writtenRow<T>([row]: T[]): T {
  if (!row) throw new Error('a write returned no row')
  return row
}
