import type { Tx } from '../db/client.ts'

/** Removes to whom the account's messages went, and those still to be sent. Nothing is stored yet. */
export async function forgetMessages(_tx: Tx, _accountId: number): Promise<void> {}
