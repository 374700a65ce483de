import {
  adminGetStatementImport,
  adminListStatementRows,
  adminReadStatementAgain,
  type StatementChoices,
} from '@portico/contract/statements-imports-admin'
import { call } from '../api/call.ts'
import { useSave } from '../ui/use-save.ts'

/** Reads a prepared statement again as the operator chooses. */
export function useReading(id: number) {
  return useSave({
    send: (choices: StatementChoices) => call(adminReadStatementAgain, { params: { id }, body: choices }),
    changes: [adminGetStatementImport, adminListStatementRows],
  })
}
