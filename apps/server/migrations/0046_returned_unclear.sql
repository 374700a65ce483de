ALTER TABLE "payment_receipts" DROP CONSTRAINT "payment_receipts_returned";--> statement-breakpoint
ALTER TABLE "payment_receipts" ADD COLUMN "returned_unclear" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
-- What was taken back before an operator had decided.
UPDATE "payment_receipts" SET "returned_unclear" = "taken"."amount", "returned_amount" = "payment_receipts"."returned_amount" - "taken"."amount"
  FROM (
    SELECT "receipt_id", sum("returned_amount") AS "amount" FROM "payment_reversals"
    WHERE "outcome" = 'unallocated' AND "restored_at" IS NULL GROUP BY 1
  ) "taken"
  WHERE "taken"."receipt_id" = "payment_receipts"."id";--> statement-breakpoint
ALTER TABLE "payment_receipts" ADD CONSTRAINT "payment_receipts_returned" CHECK (least(returned_amount, returned_value, returned_unclear) >= 0 and returned_amount + returned_unclear <= amount);