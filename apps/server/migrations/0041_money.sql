CREATE TABLE "disputes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "disputes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"method_id" bigint NOT NULL,
	"dispute_no" text NOT NULL,
	"receipt_id" bigint NOT NULL,
	"status" text NOT NULL,
	"reason" text NOT NULL,
	"amount" bigint NOT NULL,
	"currency" char(3) NOT NULL,
	"deadline" timestamp with time zone,
	"opened_at" timestamp with time zone NOT NULL,
	"changed_at" timestamp with time zone NOT NULL,
	"reported_at" timestamp with time zone NOT NULL,
	"note" text,
	"noted_by" bigint,
	CONSTRAINT "disputes_amount" CHECK (amount > 0),
	CONSTRAINT "disputes_deadline" CHECK (deadline is null or status in ('inquiry', 'needs_response'))
);
--> statement-breakpoint
CREATE TABLE "holder_keys" (
	"account_id" bigint NOT NULL,
	"key" text NOT NULL,
	CONSTRAINT "holder_keys_account_id_key_pk" PRIMARY KEY("account_id","key")
);
--> statement-breakpoint
CREATE TABLE "invoice_buyers" (
	"account_id" bigint PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"address" text NOT NULL,
	"tax_number" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "invoice_series" (
	"kind" text NOT NULL,
	"year" integer NOT NULL,
	"last" integer NOT NULL,
	CONSTRAINT "invoice_series_kind_year_pk" PRIMARY KEY("kind","year")
);
--> statement-breakpoint
CREATE TABLE "invoices" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "invoices_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"year" integer NOT NULL,
	"number" integer NOT NULL,
	"no" text NOT NULL,
	"account_id" bigint NOT NULL,
	"order_id" bigint NOT NULL,
	"refund_id" bigint,
	"reversal_id" bigint,
	"corrects_id" bigint,
	"currency" char(3) NOT NULL,
	"total_amount" bigint NOT NULL,
	"taxed_amount" bigint NOT NULL,
	"tax_amount" bigint NOT NULL,
	"content" jsonb NOT NULL,
	"issued_at" timestamp with time zone NOT NULL,
	CONSTRAINT "invoices_amounts" CHECK (total_amount > 0 and taxed_amount between 0 and total_amount and tax_amount between 0 and taxed_amount),
	CONSTRAINT "invoices_corrects" CHECK ((kind = 'credit_note') = (corrects_id is not null) and num_nonnulls(refund_id, reversal_id) = (kind = 'credit_note')::int)
);
--> statement-breakpoint
CREATE TABLE "invoices_due" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "invoices_due_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"order_id" bigint,
	"refund_id" bigint,
	"reversal_id" bigint,
	CONSTRAINT "invoices_due_one" CHECK (num_nonnulls(order_id, refund_id, reversal_id) = 1)
);
--> statement-breakpoint
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
CREATE TABLE "payment_receipt_numbers" (
	"method_id" bigint NOT NULL,
	"number" text NOT NULL,
	"receipt_id" bigint NOT NULL,
	CONSTRAINT "payment_receipt_numbers_method_id_number_pk" PRIMARY KEY("method_id","number")
);
--> statement-breakpoint
CREATE TABLE "reversal_parts" (
	"reversal_id" bigint NOT NULL,
	"order_id" bigint NOT NULL,
	"amount" bigint NOT NULL,
	"refunded_amount" bigint NOT NULL,
	"cut_ms" bigint NOT NULL,
	CONSTRAINT "reversal_parts_reversal_id_order_id_pk" PRIMARY KEY("reversal_id","order_id"),
	CONSTRAINT "reversal_parts_amounts" CHECK (least(amount, refunded_amount, cut_ms) >= 0)
);
--> statement-breakpoint
CREATE TABLE "renewal_prices" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "renewal_prices_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"account_id" bigint NOT NULL,
	"term_end" timestamp with time zone NOT NULL,
	"price_amount" bigint NOT NULL,
	"fee_amount" bigint NOT NULL,
	"currency" char(3) NOT NULL,
	"agreed" boolean DEFAULT false NOT NULL,
	"told_at" timestamp with time zone NOT NULL,
	CONSTRAINT "renewal_prices_amounts" CHECK (least(price_amount, fee_amount) >= 0)
);
--> statement-breakpoint
CREATE TABLE "statement_imports" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "statement_imports_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"method_id" bigint NOT NULL,
	"file_name" text NOT NULL,
	"file" "bytea" NOT NULL,
	"file_hash" "bytea" NOT NULL,
	"choices" jsonb NOT NULL,
	"summary" jsonb NOT NULL,
	"state" text DEFAULT 'prepared' NOT NULL,
	"by_account_id" bigint NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"started_at" timestamp with time zone,
	"finished_at" timestamp with time zone,
	CONSTRAINT "statement_imports_finished" CHECK ((state in ('done', 'cancelled')) = (finished_at is not null))
);
--> statement-breakpoint
CREATE TABLE "statement_rows" (
	"import_id" bigint NOT NULL,
	"line" integer NOT NULL,
	"text" text NOT NULL,
	"state" text NOT NULL,
	"problem" text,
	"occurred_at" timestamp with time zone,
	"amount" bigint,
	"currency" char(3),
	"reference" text,
	"attempt_no" text,
	"line_id" bigint,
	"is_new" boolean DEFAULT false NOT NULL,
	CONSTRAINT "statement_rows_import_id_line_pk" PRIMARY KEY("import_id","line"),
	CONSTRAINT "statement_rows_problem" CHECK ((state in ('skipped', 'refused')) = (problem is not null))
);
--> statement-breakpoint
ALTER TABLE "payment_methods" DROP CONSTRAINT "payment_methods_fees";--> statement-breakpoint
ALTER TABLE "payment_receipts" DROP CONSTRAINT "payment_receipts_resolvable";--> statement-breakpoint
ALTER TABLE "payment_reversals" DROP CONSTRAINT "payment_reversals_amounts";--> statement-breakpoint
ALTER TABLE "payment_reversals" DROP CONSTRAINT "payment_reversals_ours";--> statement-breakpoint
DROP INDEX "payment_receipts_callback";--> statement-breakpoint
DROP INDEX "payment_receipts_unclear";--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD COLUMN "order_id" bigint;--> statement-breakpoint
ALTER TABLE "ledger_transactions" ADD COLUMN "receipt_id" bigint;--> statement-breakpoint
ALTER TABLE "ledger_transactions" ADD COLUMN "refund_id" bigint;--> statement-breakpoint
ALTER TABLE "ledger_transactions" ADD COLUMN "reversal_id" bigint;--> statement-breakpoint
ALTER TABLE "ledger_transactions" ADD COLUMN "withdrawal_id" bigint;--> statement-breakpoint
ALTER TABLE "ledger_transactions" ADD COLUMN "commission_id" bigint;--> statement-breakpoint
ALTER TABLE "ledger_transactions" ADD COLUMN "code_use_id" bigint;--> statement-breakpoint
ALTER TABLE "ledger_transactions" ADD COLUMN "statement_line_id" bigint;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "shortfall_amount" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "fee_shortfall_amount" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "surplus_amounts" bigint[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "replaced" jsonb;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "begun_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "payment_methods" ADD COLUMN "underpaid_tolerance" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "plans" ADD COLUMN "reset_mode" text;--> statement-breakpoint
ALTER TABLE "payment_reversals" ADD COLUMN "debt_amount" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_reversals" ADD COLUMN "bonus_amount" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_reversals" ADD COLUMN "returned_amount" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_reversals" ADD COLUMN "returned_value" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_reversals" ADD COLUMN "restored_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "used_before" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "reset_mode" text DEFAULT 'monthly' NOT NULL;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "cycle_began_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "disputes" ADD CONSTRAINT "disputes_method_id_payment_methods_id_fk" FOREIGN KEY ("method_id") REFERENCES "public"."payment_methods"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "disputes" ADD CONSTRAINT "disputes_receipt_id_payment_receipts_id_fk" FOREIGN KEY ("receipt_id") REFERENCES "public"."payment_receipts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "disputes" ADD CONSTRAINT "disputes_noted_by_accounts_id_fk" FOREIGN KEY ("noted_by") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "holder_keys" ADD CONSTRAINT "holder_keys_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoice_buyers" ADD CONSTRAINT "invoice_buyers_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_refund_id_refunds_id_fk" FOREIGN KEY ("refund_id") REFERENCES "public"."refunds"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_reversal_id_payment_reversals_id_fk" FOREIGN KEY ("reversal_id") REFERENCES "public"."payment_reversals"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_corrects_id_invoices_id_fk" FOREIGN KEY ("corrects_id") REFERENCES "public"."invoices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoices_due" ADD CONSTRAINT "invoices_due_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoices_due" ADD CONSTRAINT "invoices_due_refund_id_refunds_id_fk" FOREIGN KEY ("refund_id") REFERENCES "public"."refunds"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoices_due" ADD CONSTRAINT "invoices_due_reversal_id_payment_reversals_id_fk" FOREIGN KEY ("reversal_id") REFERENCES "public"."payment_reversals"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "funds" ADD CONSTRAINT "funds_origin_id_ledger_transactions_id_fk" FOREIGN KEY ("origin_id") REFERENCES "public"."ledger_transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_receipt_numbers" ADD CONSTRAINT "payment_receipt_numbers_method_id_payment_methods_id_fk" FOREIGN KEY ("method_id") REFERENCES "public"."payment_methods"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_receipt_numbers" ADD CONSTRAINT "payment_receipt_numbers_receipt_id_payment_receipts_id_fk" FOREIGN KEY ("receipt_id") REFERENCES "public"."payment_receipts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reversal_parts" ADD CONSTRAINT "reversal_parts_reversal_id_payment_reversals_id_fk" FOREIGN KEY ("reversal_id") REFERENCES "public"."payment_reversals"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reversal_parts" ADD CONSTRAINT "reversal_parts_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "renewal_prices" ADD CONSTRAINT "renewal_prices_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "statement_imports" ADD CONSTRAINT "statement_imports_method_id_payment_methods_id_fk" FOREIGN KEY ("method_id") REFERENCES "public"."payment_methods"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "statement_imports" ADD CONSTRAINT "statement_imports_by_account_id_accounts_id_fk" FOREIGN KEY ("by_account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "statement_rows" ADD CONSTRAINT "statement_rows_import_id_statement_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."statement_imports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "statement_rows" ADD CONSTRAINT "statement_rows_line_id_fk" FOREIGN KEY ("line_id") REFERENCES "public"."statement_lines"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "disputes_no" ON "disputes" USING btree ("method_id","dispute_no");--> statement-breakpoint
CREATE INDEX "disputes_receipt" ON "disputes" USING btree ("receipt_id");--> statement-breakpoint
CREATE INDEX "disputes_changed" ON "disputes" USING btree ("changed_at");--> statement-breakpoint
CREATE INDEX "disputes_to_answer" ON "disputes" USING btree ("deadline") WHERE status in ('inquiry', 'needs_response');--> statement-breakpoint
CREATE INDEX "holder_keys_key" ON "holder_keys" USING btree ("key");--> statement-breakpoint
CREATE UNIQUE INDEX "invoices_number" ON "invoices" USING btree ("kind","year","number");--> statement-breakpoint
CREATE UNIQUE INDEX "invoices_no" ON "invoices" USING btree ("no");--> statement-breakpoint
CREATE UNIQUE INDEX "invoices_of_order" ON "invoices" USING btree ("order_id") WHERE kind = 'invoice';--> statement-breakpoint
CREATE UNIQUE INDEX "invoices_refund" ON "invoices" USING btree ("refund_id");--> statement-breakpoint
CREATE UNIQUE INDEX "invoices_reversal" ON "invoices" USING btree ("reversal_id");--> statement-breakpoint
CREATE INDEX "invoices_order" ON "invoices" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "invoices_corrects" ON "invoices" USING btree ("corrects_id");--> statement-breakpoint
CREATE INDEX "invoices_account" ON "invoices" USING btree ("account_id","id");--> statement-breakpoint
CREATE INDEX "invoices_issued" ON "invoices" USING btree ("issued_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "invoices_due_order" ON "invoices_due" USING btree ("order_id");--> statement-breakpoint
CREATE UNIQUE INDEX "invoices_due_refund" ON "invoices_due" USING btree ("refund_id");--> statement-breakpoint
CREATE UNIQUE INDEX "invoices_due_reversal" ON "invoices_due" USING btree ("reversal_id");--> statement-breakpoint
CREATE INDEX "funds_account" ON "funds" USING btree ("account_id","currency","order_id");--> statement-breakpoint
CREATE INDEX "funds_order" ON "funds" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "funds_for_order" ON "funds" USING btree ("for_order_id");--> statement-breakpoint
CREATE INDEX "payment_receipt_numbers_receipt" ON "payment_receipt_numbers" USING btree ("receipt_id");--> statement-breakpoint
CREATE INDEX "reversal_parts_order" ON "reversal_parts" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "renewal_prices_account" ON "renewal_prices" USING btree ("account_id","id");--> statement-breakpoint
CREATE INDEX "statement_imports_file" ON "statement_imports" USING btree ("method_id","file_hash");--> statement-breakpoint
CREATE INDEX "statement_imports_created" ON "statement_imports" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "statement_rows_state" ON "statement_rows" USING btree ("import_id","state","line");--> statement-breakpoint
CREATE INDEX "statement_rows_line" ON "statement_rows" USING btree ("line_id") WHERE line_id is not null;--> statement-breakpoint
CREATE INDEX "ledger_entries_order" ON "ledger_entries" USING btree ("order_id") WHERE order_id is not null;--> statement-breakpoint
CREATE INDEX "ledger_transactions_receipt" ON "ledger_transactions" USING btree ("receipt_id") WHERE receipt_id is not null;--> statement-breakpoint
CREATE INDEX "orders_to_begin" ON "orders" USING btree ("term_start","account_id") WHERE status = 'completed' and type = 'renew' and begun_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "payment_receipts_callback" ON "payment_receipts" USING btree ("method_id","callback_no","attempt_id");--> statement-breakpoint
CREATE INDEX "payment_receipts_unclear" ON "payment_receipts" USING btree ("id") WHERE outcome in ('underpaid', 'overpaid', 'same_number');--> statement-breakpoint
ALTER TABLE "ledger_accounts" ADD CONSTRAINT "ledger_debt_not_positive" CHECK (kind <> 'debt' or balance <= 0);--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_shortfall" CHECK (least(shortfall_amount, fee_shortfall_amount) >= 0 and (shortfall_amount = 0 or cash_amount + shortfall_amount = total_amount));--> statement-breakpoint
ALTER TABLE "payment_methods" ADD CONSTRAINT "payment_methods_fees" CHECK (least(fee_percent, fee_fixed, underpaid_tolerance) >= 0);--> statement-breakpoint
ALTER TABLE "payment_receipts" ADD CONSTRAINT "payment_receipts_resolvable" CHECK (resolution is null or outcome in ('underpaid', 'overpaid', 'same_number'));--> statement-breakpoint
ALTER TABLE "payment_reversals" ADD CONSTRAINT "payment_reversals_amounts" CHECK (amount > 0 and least(value_amount, order_amount, debt_amount, loss_amount, bonus_amount) >= 0);--> statement-breakpoint
ALTER TABLE "payment_reversals" ADD CONSTRAINT "payment_reversals_ours" CHECK ((outcome in ('ours', 'failed')) = (refund_id is not null));--> statement-breakpoint
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
--> statement-breakpoint
-- Each payment has its number. What a statement booked keeps the statement's number too.
INSERT INTO "payment_receipt_numbers" ("method_id", "number", "receipt_id") SELECT "method_id", "callback_no", "id" FROM "payment_receipts";--> statement-breakpoint
INSERT INTO "payment_receipt_numbers" ("method_id", "number", "receipt_id")
SELECT "method_id", "reference", "receipt_id" FROM "statement_lines" WHERE "status" = 'booked' AND "receipt_id" IS NOT NULL
ON CONFLICT DO NOTHING;
--> statement-breakpoint
-- Members have had what they renewed for since they paid.
UPDATE "orders" SET "begun_at" = coalesce("completed_at", "paid_at") WHERE "term_start" IS NOT NULL;--> statement-breakpoint
UPDATE "subscriptions" SET "cycle_began_at" = "next_reset_at" - interval '1 month' WHERE "next_reset_at" IS NOT NULL;
--> statement-breakpoint

-- An issued document never changes.
create trigger append_only before update or delete or truncate on invoices for each statement execute function append_only();
--> statement-breakpoint
-- What earlier reversals returned, so that they can be restored.
UPDATE "payment_reversals" SET "returned_amount" = "amount", "returned_value" = CASE WHEN "outcome" = 'unallocated' THEN 0 ELSE "value_amount" END
  WHERE "outcome" IN ('order', 'balance', 'unallocated');
