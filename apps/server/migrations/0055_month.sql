CREATE TABLE "ledger_days" (
	"day" date NOT NULL,
	"slot" integer NOT NULL,
	"kind" text NOT NULL,
	"method_id" bigint NOT NULL,
	"movement" text NOT NULL,
	"currency" char(3) NOT NULL,
	"pay_currency" char(3) NOT NULL,
	"plan_id" bigint NOT NULL,
	"period" text NOT NULL,
	"amount" bigint NOT NULL,
	"pay_amount" bigint NOT NULL,
	CONSTRAINT "ledger_days_key" PRIMARY KEY("day","slot","kind","method_id","movement","currency","pay_currency","plan_id","period")
);
--> statement-breakpoint
CREATE TABLE "deferred_counts" (
	"day" date NOT NULL,
	"currency" char(3) NOT NULL,
	"counted_at" timestamp with time zone NOT NULL,
	"worth" bigint NOT NULL,
	"sold" bigint NOT NULL,
	"refunded" bigint NOT NULL,
	CONSTRAINT "deferred_counts_day_currency_pk" PRIMARY KEY("day","currency"),
	CONSTRAINT "deferred_counts_worth" CHECK (worth >= 0)
);
--> statement-breakpoint
CREATE TABLE "gateway_entries" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "gateway_entries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"method_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"happened_at" timestamp with time zone NOT NULL,
	"currency" char(3) NOT NULL,
	"amount" bigint NOT NULL,
	"note" text NOT NULL,
	"by_account_id" bigint NOT NULL,
	CONSTRAINT "gateway_entries_amount" CHECK (amount > 0 or kind = 'cost' and amount < 0)
);
--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "tax_rate" integer GENERATED ALWAYS AS ((content -> 'tax' ->> 'rate')::integer) STORED;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "payment_method_id" bigint;--> statement-breakpoint
ALTER TABLE "statement_rows" ADD COLUMN "fee_amount" bigint;--> statement-breakpoint
ALTER TABLE "statement_lines" ADD COLUMN "fee_amount" bigint;--> statement-breakpoint
ALTER TABLE "gateway_entries" ADD CONSTRAINT "gateway_entries_method_id_payment_methods_id_fk" FOREIGN KEY ("method_id") REFERENCES "public"."payment_methods"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "gateway_entries" ADD CONSTRAINT "gateway_entries_by_account_id_accounts_id_fk" FOREIGN KEY ("by_account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "gateway_entries_at" ON "gateway_entries" USING btree ("happened_at","id");--> statement-breakpoint
CREATE INDEX "statement_lines_fees" ON "statement_lines" USING btree ("occurred_at","id") WHERE fee_amount is not null;