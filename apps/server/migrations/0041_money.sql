CREATE TABLE "funds" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "funds_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"origin_id" bigint NOT NULL,
	"account_id" bigint NOT NULL,
	"currency" char(3) NOT NULL,
	"order_id" bigint,
	"for_order_id" bigint,
	"amount" bigint NOT NULL,
	CONSTRAINT "funds_place" UNIQUE NULLS NOT DISTINCT("origin_id","account_id","order_id","for_order_id"),
	CONSTRAINT "funds_amount" CHECK (amount > 0)
);
--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD COLUMN "order_id" bigint;--> statement-breakpoint
ALTER TABLE "ledger_transactions" ADD COLUMN "receipt_id" bigint;--> statement-breakpoint
ALTER TABLE "ledger_transactions" ADD COLUMN "refund_id" bigint;--> statement-breakpoint
ALTER TABLE "ledger_transactions" ADD COLUMN "reversal_id" bigint;--> statement-breakpoint
ALTER TABLE "ledger_transactions" ADD COLUMN "withdrawal_id" bigint;--> statement-breakpoint
ALTER TABLE "ledger_transactions" ADD COLUMN "commission_id" bigint;--> statement-breakpoint
ALTER TABLE "ledger_transactions" ADD COLUMN "code_use_id" bigint;--> statement-breakpoint
ALTER TABLE "ledger_transactions" ADD COLUMN "statement_line_id" bigint;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "surplus_amounts" bigint[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "replaced" jsonb;--> statement-breakpoint
ALTER TABLE "funds" ADD CONSTRAINT "funds_origin_id_ledger_transactions_id_fk" FOREIGN KEY ("origin_id") REFERENCES "public"."ledger_transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "funds_account" ON "funds" USING btree ("account_id","currency","order_id");--> statement-breakpoint
CREATE INDEX "funds_order" ON "funds" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "funds_for_order" ON "funds" USING btree ("for_order_id");--> statement-breakpoint
CREATE INDEX "ledger_entries_order" ON "ledger_entries" USING btree ("order_id") WHERE order_id is not null;--> statement-breakpoint
CREATE INDEX "ledger_transactions_receipt" ON "ledger_transactions" USING btree ("receipt_id") WHERE receipt_id is not null;--> statement-breakpoint
ALTER TABLE "ledger_accounts" ADD CONSTRAINT "ledger_debt_not_positive" CHECK (kind <> 'debt' or balance <= 0);--> statement-breakpoint
ALTER TABLE "ledger_transactions" ADD CONSTRAINT "ledger_transactions_receipt_fk" FOREIGN KEY ("receipt_id") REFERENCES "payment_receipts"("id");--> statement-breakpoint
ALTER TABLE "ledger_transactions" ADD CONSTRAINT "ledger_transactions_refund_fk" FOREIGN KEY ("refund_id") REFERENCES "refunds"("id");--> statement-breakpoint
ALTER TABLE "ledger_transactions" ADD CONSTRAINT "ledger_transactions_reversal_fk" FOREIGN KEY ("reversal_id") REFERENCES "payment_reversals"("id");--> statement-breakpoint
ALTER TABLE "ledger_transactions" ADD CONSTRAINT "ledger_transactions_withdrawal_fk" FOREIGN KEY ("withdrawal_id") REFERENCES "withdrawals"("id");--> statement-breakpoint
ALTER TABLE "ledger_transactions" ADD CONSTRAINT "ledger_transactions_commission_fk" FOREIGN KEY ("commission_id") REFERENCES "commissions"("id");--> statement-breakpoint
ALTER TABLE "ledger_transactions" ADD CONSTRAINT "ledger_transactions_code_use_fk" FOREIGN KEY ("code_use_id") REFERENCES "redeem_uses"("id");--> statement-breakpoint
ALTER TABLE "ledger_transactions" ADD CONSTRAINT "ledger_transactions_statement_line_fk" FOREIGN KEY ("statement_line_id") REFERENCES "statement_lines"("id");--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_order_fk" FOREIGN KEY ("order_id") REFERENCES "orders"("id");--> statement-breakpoint
ALTER TABLE "funds" ADD CONSTRAINT "funds_account_fk" FOREIGN KEY ("account_id") REFERENCES "accounts"("id");--> statement-breakpoint
ALTER TABLE "funds" ADD CONSTRAINT "funds_order_fk" FOREIGN KEY ("order_id") REFERENCES "orders"("id");--> statement-breakpoint
ALTER TABLE "funds" ADD CONSTRAINT "funds_for_order_fk" FOREIGN KEY ("for_order_id") REFERENCES "orders"("id");--> statement-breakpoint
-- What earlier postings wrote into their notes and keys. The ledger is append-only, except here.
ALTER TABLE "ledger_transactions" DISABLE TRIGGER "ledger_transactions_append_only";--> statement-breakpoint
ALTER TABLE "ledger_entries" DISABLE TRIGGER "ledger_entries_append_only";--> statement-breakpoint
UPDATE "ledger_transactions" SET
  "receipt_id" = (SELECT id FROM "payment_receipts" WHERE id = substring("key" FROM '^receipt(?:_cleared|_given)?:(\d+)$')::bigint),
  "refund_id" = (SELECT id FROM "refunds" WHERE id = substring("key" FROM '^refund(?:_failed)?:(\d+)$')::bigint),
  "reversal_id" = (SELECT id FROM "payment_reversals" WHERE id = substring("key" FROM '^reversal:(\d+)$')::bigint),
  "withdrawal_id" = (SELECT id FROM "withdrawals" WHERE id = substring("key" FROM '^withdrawal:(\d+):')::bigint),
  "commission_id" = (SELECT id FROM "commissions" WHERE id = substring("key" FROM '^commission:(\d+)')::bigint),
  "code_use_id" = (SELECT id FROM "redeem_uses" WHERE id = substring("key" FROM '^redeem:(\d+)$')::bigint),
  "statement_line_id" = (SELECT id FROM "statement_lines" WHERE id = substring("key" FROM '^statement:(\d+)$')::bigint);--> statement-breakpoint
UPDATE "ledger_transactions" t SET "receipt_id" = v."receipt_id" FROM "payment_reversals" v WHERE v."id" = t."reversal_id";--> statement-breakpoint
UPDATE "ledger_entries" e SET "order_id" = o."id"
  FROM "ledger_transactions" t, "ledger_accounts" a, "orders" o
  WHERE t."id" = e."transaction_id" AND a."id" = e."ledger_account_id" AND o."trade_no" = split_part(t."note", ':', 1)
    AND (a."kind" = 'revenue' AND t."kind" NOT LIKE 'commission.%' OR a."kind" = 'held' AND t."kind" LIKE 'order.%');--> statement-breakpoint
ALTER TABLE "ledger_entries" ENABLE TRIGGER "ledger_entries_append_only";--> statement-breakpoint
ALTER TABLE "ledger_transactions" ENABLE TRIGGER "ledger_transactions_append_only";--> statement-breakpoint
-- Balances consist of their newest credits.
INSERT INTO "funds" ("origin_id", "account_id", "currency", "amount")
SELECT "transaction_id", "owner_id", "currency", least("amount", "balance" - "newer")
FROM (
  SELECT e."transaction_id", a."owner_id", a."currency", a."balance", sum(e."amount") AS "amount",
    coalesce(sum(sum(e."amount")) OVER (PARTITION BY a."id" ORDER BY e."transaction_id" DESC ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0) AS "newer"
  FROM "ledger_entries" e JOIN "ledger_accounts" a ON a."id" = e."ledger_account_id"
  WHERE a."kind" = 'member' AND e."amount" > 0 GROUP BY a."id", e."transaction_id"
) AS credits
WHERE "newer" < "balance";--> statement-breakpoint
-- Orders hold what they were paid, and what the orders they absorbed gave, minus refunds. What the site paid does not count.
INSERT INTO "funds" ("origin_id", "account_id", "currency", "order_id", "for_order_id", "amount")
SELECT "origin", "account_id", "currency", "id", "id", "amount"
FROM (
  SELECT o."id", o."account_id", o."currency", coalesce(own."origin", absorbed."origin") AS "origin",
    coalesce(own."paid", 0) + o."surplus_amount" - o."credit_amount" - o."refunded_amount" AS "amount"
  FROM "orders" o
  LEFT JOIN LATERAL (
    SELECT min(t."id") AS "origin", sum(e."amount") AS "paid"
    FROM "ledger_entries" e JOIN "ledger_transactions" t ON t."id" = e."transaction_id" JOIN "ledger_accounts" a ON a."id" = e."ledger_account_id"
    WHERE e."order_id" = o."id" AND e."amount" > 0 AND t."key" NOT LIKE 'assigned:%'
      AND (t."kind" IN ('order.paid', 'order.balance_paid') AND a."kind" = 'revenue' OR t."kind" = 'order.held' AND o."status" = 'pending')
  ) own ON true
  LEFT JOIN LATERAL (
    SELECT min(e."transaction_id") AS "origin" FROM "ledger_entries" e WHERE e."order_id" = ANY (o."surplus_order_ids")
  ) absorbed ON true
  WHERE o."type" <> 'topup' AND o."status" IN ('pending', 'processing', 'review', 'completed')
) AS paid
WHERE "origin" IS NOT NULL AND "amount" > 0;
