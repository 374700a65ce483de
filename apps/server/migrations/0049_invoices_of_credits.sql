ALTER TABLE "invoices" DROP CONSTRAINT "invoices_corrects";--> statement-breakpoint
ALTER TABLE "invoices_due" DROP CONSTRAINT "invoices_due_one";--> statement-breakpoint
DROP INDEX "invoices_of_order";--> statement-breakpoint
DROP INDEX "invoices_refund";--> statement-breakpoint
DROP INDEX "invoices_reversal";--> statement-breakpoint
DROP INDEX "invoices_due_refund";--> statement-breakpoint
DROP INDEX "invoices_due_reversal";--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "receipt_id" bigint;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "cancels" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "invoices_due" ADD COLUMN "receipt_id" bigint;--> statement-breakpoint
ALTER TABLE "invoices_due" ADD COLUMN "cancels" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_receipt_id_payment_receipts_id_fk" FOREIGN KEY ("receipt_id") REFERENCES "public"."payment_receipts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoices_due" ADD CONSTRAINT "invoices_due_receipt_id_payment_receipts_id_fk" FOREIGN KEY ("receipt_id") REFERENCES "public"."payment_receipts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "invoices_receipt" ON "invoices" USING btree ("receipt_id");--> statement-breakpoint
CREATE UNIQUE INDEX "invoices_due_receipt" ON "invoices_due" USING btree ("receipt_id");--> statement-breakpoint
CREATE UNIQUE INDEX "invoices_of_order" ON "invoices" USING btree ("order_id") WHERE kind = 'invoice' and receipt_id is null and not cancels;--> statement-breakpoint
CREATE UNIQUE INDEX "invoices_refund" ON "invoices" USING btree ("refund_id","cancels");--> statement-breakpoint
CREATE UNIQUE INDEX "invoices_reversal" ON "invoices" USING btree ("reversal_id","cancels");--> statement-breakpoint
CREATE UNIQUE INDEX "invoices_due_refund" ON "invoices_due" USING btree ("refund_id","cancels");--> statement-breakpoint
CREATE UNIQUE INDEX "invoices_due_reversal" ON "invoices_due" USING btree ("reversal_id","cancels");--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_corrects" CHECK ((kind = 'credit_note' or cancels) = (corrects_id is not null) and num_nonnulls(refund_id, reversal_id) = (corrects_id is not null)::int and not (kind = 'credit_note' and cancels) and (receipt_id is null or corrects_id is null));--> statement-breakpoint
ALTER TABLE "invoices_due" ADD CONSTRAINT "invoices_due_one" CHECK (num_nonnulls(order_id, refund_id, reversal_id, receipt_id) = 1);