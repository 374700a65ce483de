import type { Import, ImportInput } from '@portico/contract/imports-admin'

/** What the next action goes on with. */
export interface Again {
  from: Import
  /** Else the address of the running database must be entered again. */
  isFile: boolean
  choices: Record<string, string>
  database: string
  setDatabase: (address: string) => void
}

export function inputOf({ from, isFile, choices, database }: Again, action: ImportInput['action']): ImportInput {
  const { source, options } = from
  return { action, file: isFile ? from.from : null, database: isFile ? null : database.trim(), source, options, choices }
}
