ALTER TABLE "orders" ADD COLUMN "cut" jsonb;--> statement-breakpoint
-- Terms that staff have cut so far end where the subscription does. What is gone by was served.
UPDATE orders o SET
  cut = jsonb_build_object(
    'taken', round(extract(epoch FROM o.term_end - greatest(o.term_start, s.last)) * 1000),
    'lost', 0,
    'to', to_char(s.expires_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')),
  term_start = least(o.term_start, s.last),
  term_end = s.last
FROM (SELECT account_id, plan_id, expires_at, greatest(expires_at, date_trunc('milliseconds', now())) AS last FROM subscriptions) s
WHERE s.account_id = o.account_id AND s.plan_id = o.plan_id AND o.status = 'completed' AND o.type IN ('new', 'renew', 'change')
  AND o.term_start IS NOT NULL AND o.term_end > s.last;
