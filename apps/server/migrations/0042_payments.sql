CREATE TABLE "payment_receipt_numbers" (
	"method_id" bigint NOT NULL,
	"number" text NOT NULL,
	"receipt_id" bigint NOT NULL,
	CONSTRAINT "payment_receipt_numbers_method_id_number_pk" PRIMARY KEY("method_id","number")
);
--> statement-breakpoint
ALTER TABLE "payment_methods" DROP CONSTRAINT "payment_methods_fees";--> statement-breakpoint
ALTER TABLE "payment_receipts" DROP CONSTRAINT "payment_receipts_resolvable";--> statement-breakpoint
DROP INDEX "payment_receipts_callback";--> statement-breakpoint
DROP INDEX "payment_receipts_unclear";--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "shortfall_amount" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "fee_shortfall_amount" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_methods" ADD COLUMN "underpaid_tolerance" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_receipt_numbers" ADD CONSTRAINT "payment_receipt_numbers_method_id_payment_methods_id_fk" FOREIGN KEY ("method_id") REFERENCES "public"."payment_methods"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_receipt_numbers" ADD CONSTRAINT "payment_receipt_numbers_receipt_id_payment_receipts_id_fk" FOREIGN KEY ("receipt_id") REFERENCES "public"."payment_receipts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "payment_receipt_numbers_receipt" ON "payment_receipt_numbers" USING btree ("receipt_id");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_receipts_callback" ON "payment_receipts" USING btree ("method_id","callback_no","attempt_id");--> statement-breakpoint
CREATE INDEX "payment_receipts_unclear" ON "payment_receipts" USING btree ("id") WHERE outcome in ('underpaid', 'overpaid', 'same_number');--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_shortfall" CHECK (least(shortfall_amount, fee_shortfall_amount) >= 0 and (shortfall_amount = 0 or cash_amount + shortfall_amount = total_amount));--> statement-breakpoint
ALTER TABLE "payment_methods" ADD CONSTRAINT "payment_methods_fees" CHECK (least(fee_percent, fee_fixed, underpaid_tolerance) >= 0);--> statement-breakpoint
ALTER TABLE "payment_receipts" ADD CONSTRAINT "payment_receipts_resolvable" CHECK (resolution is null or outcome in ('underpaid', 'overpaid', 'same_number'));--> statement-breakpoint
-- Each payment has its number; what a statement booked keeps the statement's number too.
INSERT INTO "payment_receipt_numbers" ("method_id", "number", "receipt_id") SELECT "method_id", "callback_no", "id" FROM "payment_receipts";--> statement-breakpoint
INSERT INTO "payment_receipt_numbers" ("method_id", "number", "receipt_id")
SELECT "method_id", "reference", "receipt_id" FROM "statement_lines" WHERE "status" = 'booked' AND "receipt_id" IS NOT NULL
ON CONFLICT DO NOTHING;
