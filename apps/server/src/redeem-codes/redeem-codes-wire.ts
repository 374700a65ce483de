import type { Cell } from '../http/downloads/csv.ts'
import * as contract from '@portico/contract/redeem-codes'
import * as admin from '@portico/contract/redeem-codes-admin'
import type { Language } from '@portico/contract/translations'
import { inLanguage } from '../in-language.ts'
import { toWire } from '../to-wire.ts'
import { showCode } from './code-text.ts'
import type { CodeInBatch, UseOfCode } from './list-codes.ts'
import type { BatchUse, TemplateUse } from './list-templates.ts'

/** A use, as shown to the member who made it. `null`: with the name that the operator first wrote. */
export function toUse(row: UseOfCode, language: Language | null): contract.RedeemUse {
  return toWire(contract.RedeemUse, partsOf(row, language))
}

export function toAdminUse(row: UseOfCode, language: Language): admin.AdminRedeemUse {
  const { use, batchName, email } = row
  return toWire(admin.AdminRedeemUse, { ...use, ...partsOf(row, language), batchName, email })
}

function partsOf({ use, code, templateName }: UseOfCode, language: Language | null) {
  const { kind, value, currency, planName, waitDays = null } = inLanguage(use.rewards, language)
  return { id: use.id, name: templateName, kind, value, currency, planName, waitDays, code: showCode(code), at: use.at }
}

export function toTemplate({ template, plan, ...counts }: TemplateUse, currency: string, language: Language): admin.RedeemTemplate {
  return toWire(admin.RedeemTemplate, { ...template, ...counts, currency, planName: plan && inLanguage(plan, language).name })
}

export function toBatch({ batch, template, uses }: BatchUse): admin.RedeemBatch {
  return toWire(admin.RedeemBatch, { ...batch, templateName: template.name, kind: template.kind, uses })
}

export function toAdminCode({ code, batch, template, status }: CodeInBatch): admin.AdminRedeemCode {
  return toWire(admin.AdminRedeemCode, {
    ...code,
    code: showCode(code.code),
    batchName: batch.name,
    templateId: template.id,
    templateName: template.name,
    kind: template.kind,
    status,
    enabled: code.disabledAt === null,
    startsAt: batch.startsAt,
    expiresAt: batch.expiresAt,
  })
}

export const CODE_COLUMNS = ['code', 'name', 'batch', 'status', 'used', 'max_uses', 'starts_at', 'expires_at'] as const
/** One line of a batch's export. */
export function toCodeLine({ code, batch, template, status }: CodeInBatch): Cell[] {
  const { usedCount, maxUses } = code
  return [showCode(code.code), template.name, batch.name, status, usedCount, maxUses, batch.startsAt, batch.expiresAt]
}
