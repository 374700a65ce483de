import type { Cell } from '../http/downloads/csv.ts'
import type * as contract from '@portico/contract/redeem-codes'
import type * as admin from '@portico/contract/redeem-codes-admin'
import type { Language } from '@portico/contract/translations'
import { inLanguage } from '../in-language.ts'
import { showCode } from './code-text.ts'
import type { CodeInBatch, UseOfCode } from './list-codes.ts'
import type { BatchUse, TemplateUse } from './list-templates.ts'

const time = (at: Date | null): string | null => at?.toISOString() ?? null

/** A use for the member who made it. `language` null: base name. */
export function toUse({ use, code, templateName }: UseOfCode, language: Language | null): contract.RedeemUse {
  const { kind, value, currency, planName } = inLanguage(use.rewards, language)
  return { id: use.id, name: templateName, kind, value, currency, plan_name: planName, code: showCode(code), at: use.at.toISOString() }
}

export function toAdminUse(row: UseOfCode, language: Language): admin.AdminRedeemUse {
  const { use, batchName, email } = row
  return { ...toUse(row, language), batch_id: use.batchId, batch_name: batchName, account_id: use.accountId, email }
}

export function toTemplate(
  { template, plan, batches, codes, uses }: TemplateUse,
  currency: string,
  language: Language,
): admin.RedeemTemplate {
  return {
    id: template.id,
    name: template.name,
    kind: template.kind,
    value: template.value,
    currency,
    plan_id: template.planId,
    plan_name: plan && inLanguage(plan, language).name,
    max_per_member: template.maxPerMember,
    new_members_only: template.newMembersOnly,
    enabled: template.enabled,
    colour: template.colour,
    batches,
    codes,
    uses,
    created_at: template.createdAt.toISOString(),
  }
}

export function toBatch({ batch, template, uses }: BatchUse): admin.RedeemBatch {
  return {
    id: batch.id,
    template_id: batch.templateId,
    template_name: template.name,
    kind: template.kind,
    name: batch.name,
    count: batch.count,
    max_uses: batch.maxUses,
    uses,
    starts_at: time(batch.startsAt),
    expires_at: time(batch.expiresAt),
    enabled: batch.enabled,
    created_at: batch.createdAt.toISOString(),
  }
}

export function toAdminCode({ code, batch, template, status }: CodeInBatch): admin.AdminRedeemCode {
  return {
    id: code.id,
    code: showCode(code.code),
    batch_id: batch.id,
    batch_name: batch.name,
    template_id: template.id,
    template_name: template.name,
    kind: template.kind,
    used_count: code.usedCount,
    max_uses: code.maxUses,
    status,
    enabled: code.disabledAt === null,
    starts_at: time(batch.startsAt),
    expires_at: time(batch.expiresAt),
  }
}

export const CODE_COLUMNS = ['code', 'name', 'batch', 'status', 'used', 'max_uses', 'starts_at', 'expires_at'] as const
/** One line of a batch's export. */
export function toCodeLine({ code, batch, template, status }: CodeInBatch): Cell[] {
  const { usedCount, maxUses } = code
  return [showCode(code.code), template.name, batch.name, status, usedCount, maxUses, batch.startsAt, batch.expiresAt]
}
