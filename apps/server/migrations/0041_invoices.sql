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
ALTER TABLE "invoice_buyers" ADD CONSTRAINT "invoice_buyers_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_refund_id_refunds_id_fk" FOREIGN KEY ("refund_id") REFERENCES "public"."refunds"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_reversal_id_payment_reversals_id_fk" FOREIGN KEY ("reversal_id") REFERENCES "public"."payment_reversals"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_corrects_id_invoices_id_fk" FOREIGN KEY ("corrects_id") REFERENCES "public"."invoices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoices_due" ADD CONSTRAINT "invoices_due_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoices_due" ADD CONSTRAINT "invoices_due_refund_id_refunds_id_fk" FOREIGN KEY ("refund_id") REFERENCES "public"."refunds"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoices_due" ADD CONSTRAINT "invoices_due_reversal_id_payment_reversals_id_fk" FOREIGN KEY ("reversal_id") REFERENCES "public"."payment_reversals"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
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
-- An issued document never changes.
create trigger append_only before update or delete or truncate on invoices for each statement execute function append_only();
