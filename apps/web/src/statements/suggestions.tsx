import { Button } from '@mantine/core'
import { adminListReceipts } from '@portico/contract/receipts-admin'
import {
  adminConfirmStatementLine,
  adminListStatementLines,
  type StatementLine,
  type StatementSuggestion,
} from '@portico/contract/statements-admin'
import { call } from '../api/call.ts'
import { useT } from '../i18n.ts'
import { Money } from '../ui/format/money.tsx'
import { PathLink } from '../ui/path-link.tsx'
import { useMoney } from '../ui/format/use-money.ts'
import { useSave } from '../ui/use-save.ts'
import styles from './statements.module.css'

/** Suggestions for a waiting line. Confirming asks first, with the effect. */
export function Suggestions({ line }: { line: StatementLine }) {
  const t = useT()
  const money = useMoney()
  const save = useSave({
    ask: ({ email, trade_no: number, effect }: StatementSuggestion) => ({
      title: t('statements.confirm_title', { amount: money(line.amount, line.currency), email }),
      text: `${t('statements.confirm_text', { number })} ${t(`statements.effect_${effect}`)}`,
      confirm: t('statements.confirm'),
    }),
    send: ({ attempt_no, effect }) => call(adminConfirmStatementLine, { params: { id: line.id }, body: { attempt_no, effect } }),
    done: t('settle.done'),
    changes: [adminListStatementLines, adminListReceipts],
  })
  return (
    <ul className={styles['suggestions']} aria-label={t('statements.suggested', { number: line.reference })}>
      {line.suggestions.map((suggestion) => (
        <li key={suggestion.attempt_no}>
          <PathLink to={`/admin/order?order=${suggestion.trade_no}`}>{suggestion.trade_no}</PathLink>
          <small>
            {suggestion.email} · <Money amount={suggestion.amount} currency={suggestion.currency} />
          </small>
          <small>{suggestion.reasons.map((reason) => t(`statements.reason_${reason}`)).join(' · ')}</small>
          <small>{t(`statements.effect_${suggestion.effect}`)}</small>
          <Button
            size="compact-sm"
            variant="light"
            disabled={save.isPending}
            aria-label={t('statements.confirm_number', { number: suggestion.trade_no })}
            onClick={() => save.mutate(suggestion)}
          >
            {t('statements.confirm')}
          </Button>
        </li>
      ))}
    </ul>
  )
}
