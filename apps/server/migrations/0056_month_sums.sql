ALTER TABLE orders ADD CONSTRAINT orders_payment_method_id_fk FOREIGN KEY (payment_method_id) REFERENCES payment_methods (id);--> statement-breakpoint
-- The method whose fee the order paid, or else the one that paid first.
UPDATE orders o SET payment_method_id = a.method_id
FROM (
  SELECT DISTINCT ON (a.order_id) a.order_id, a.method_id
  FROM payment_attempts a JOIN orders o ON o.id = a.order_id
  WHERE a.settled_at IS NOT NULL
  ORDER BY a.order_id, a.fee_amount = o.fee_amount DESC, a.settled_at, a.id
) a
WHERE a.order_id = o.id AND o.paid_at IS NOT NULL AND o.payment_name IS NOT NULL;--> statement-breakpoint
-- Entries with what they are about. Of a gateway, also what it charged or paid back: the same amount, or if the order has another
-- currency, that of the payment, refund or reversal. Once an unclear payment is decided, it is booked out and in again; nothing moves at
-- the gateway.
CREATE VIEW ledger_facts AS
SELECT t.created_at AS at, t.id AS transaction_id, a.kind,
  CASE a.kind WHEN 'gateway' THEN a.owner_id ELSE 0 END AS method_id,
  CASE WHEN t.kind = 'order.paid' AND t.key LIKE 'assigned:%' THEN 'order.assigned' ELSE t.kind END AS movement,
  e.currency,
  coalesce(p.currency, e.currency) AS pay_currency,
  coalesce(o.plan_id, 0) AS plan_id,
  CASE WHEN o.plan_id IS NULL THEN '' ELSE o.period END AS period,
  e.amount,
  CASE
    WHEN a.kind <> 'gateway' OR t.kind = 'payment.cleared' OR t.key LIKE 'receipt_given:%' THEN 0
    WHEN p.currency IS NULL OR p.currency = e.currency THEN e.amount
    ELSE coalesce(round(e.amount::numeric * p.amount / p.value)::bigint, 0)
  END AS pay_amount
FROM ledger_entries e
JOIN ledger_transactions t ON t.id = e.transaction_id
JOIN ledger_accounts a ON a.id = e.ledger_account_id
LEFT JOIN orders o ON o.id = e.order_id AND a.kind = 'revenue'
LEFT JOIN LATERAL (
  SELECT v.currency, v.amount, nullif(v.value_amount, 0) AS value FROM payment_reversals v WHERE v.id = t.reversal_id
  UNION ALL
  SELECT f.pay_currency, f.pay_amount, f.amount FROM refunds f
    WHERE f.id = t.refund_id AND f.pay_currency IS NOT NULL AND t.reversal_id IS NULL
  UNION ALL
  SELECT r.currency, r.amount, abs(e.amount) FROM payment_receipts r
    WHERE r.id = t.receipt_id AND t.reversal_id IS NULL AND t.refund_id IS NULL AND t.kind <> 'payment.cleared' AND t.key NOT LIKE 'receipt_given:%'
) p ON a.kind = 'gateway';--> statement-breakpoint
create function ledger_keep_days() returns trigger language plpgsql as $$
begin
  insert into ledger_days as kept
    select (at at time zone 'UTC')::date, pg_backend_pid(), kind, method_id, movement, currency, pay_currency, plan_id, period,
      sum(amount), sum(pay_amount)
    from ledger_facts where transaction_id in (select transaction_id from entered)
    group by 1, 2, 3, 4, 5, 6, 7, 8, 9
    on conflict on constraint ledger_days_key
    do update set amount = kept.amount + excluded.amount, pay_amount = kept.pay_amount + excluded.pay_amount;
  return null;
end $$;--> statement-breakpoint
-- Before the sums of what is there, so that nothing is posted in between.
CREATE TRIGGER ledger_entries_days AFTER INSERT ON ledger_entries
  REFERENCING NEW TABLE AS entered FOR EACH STATEMENT EXECUTE FUNCTION ledger_keep_days();--> statement-breakpoint
INSERT INTO ledger_days
SELECT (at AT TIME ZONE 'UTC')::date, 0, kind, method_id, movement, currency, pay_currency, plan_id, period, sum(amount), sum(pay_amount)
FROM ledger_facts GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9;
