ALTER TABLE "payment_receipts" DROP CONSTRAINT "payment_receipts_resolvable";--> statement-breakpoint
DROP INDEX "payment_receipts_unclear";--> statement-breakpoint
CREATE INDEX "payment_receipts_unclear" ON "payment_receipts" USING btree ("id") WHERE outcome not in ('settled', 'credited');--> statement-breakpoint
ALTER TABLE "payment_receipts" ADD CONSTRAINT "payment_receipts_resolvable" CHECK (resolution is null or outcome not in ('settled', 'credited'));