import { isSecret, type SecretKey, settingKeys } from '@portico/contract/settings/registry'
import { asc, eq, inArray } from 'drizzle-orm'
import type { Tx } from '../db/client.ts'
import type { Reseal } from '../db/secret-box.ts'
import { settings } from './settings.table.ts'

export const settingPlace = (key: SecretKey): string => `settings/${key}/value`

export async function resealSettings(tx: Tx, reseal: Reseal): Promise<void> {
  const rows = await tx
    .select()
    .from(settings)
    .where(inArray(settings.key, settingKeys.filter(isSecret)))
    .orderBy(asc(settings.key))
    .for('update')
  for (const { key, value } of rows) {
    const next = reseal(settingPlace(key as SecretKey), String(value))
    if (next === null) await tx.delete(settings).where(eq(settings.key, key))
    else if (next !== value) await tx.update(settings).set({ value: next }).where(eq(settings.key, key))
  }
}
