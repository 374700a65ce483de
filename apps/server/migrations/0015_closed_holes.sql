ALTER TABLE "statement_lines" DROP CONSTRAINT "statement_lines_closed";--> statement-breakpoint
ALTER TABLE "coupons" ADD COLUMN "new_members_only" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "for_new_member" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_receipts" ADD COLUMN "from_statement" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "orders_one_for_new_member" ON "orders" USING btree ("account_id") WHERE for_new_member and status in ('pending', 'processing', 'review');--> statement-breakpoint
CREATE INDEX "payment_attempts_similar" ON "payment_attempts" USING btree ("method_id","pay_amount","created_at");--> statement-breakpoint
CREATE INDEX "payment_attempts_proved" ON "payment_attempts" USING btree ("method_id","proof_at") WHERE proof is not null;--> statement-breakpoint
CREATE INDEX "payment_receipts_similar" ON "payment_receipts" USING btree ("method_id","amount","received_at");--> statement-breakpoint
CREATE INDEX "statement_lines_order" ON "statement_lines" USING btree ("trade_no") WHERE trade_no is not null;--> statement-breakpoint
ALTER TABLE "statement_lines" ADD CONSTRAINT "statement_lines_note" CHECK ((status in ('assigned', 'ignored')) = (note is not null));--> statement-breakpoint
ALTER TABLE "statement_lines" ADD CONSTRAINT "statement_lines_closed" CHECK ((status in ('assigned', 'ignored', 'confirmed')) = (closed_at is not null));--> statement-breakpoint
UPDATE "payment_receipts" r SET "from_statement" = true FROM "statement_lines" l
WHERE l."receipt_id" = r."id" AND l."status" = 'booked' AND l."reference" = r."callback_no";