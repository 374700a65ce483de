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
ALTER TABLE "payment_reversals" DROP CONSTRAINT "payment_reversals_amounts";--> statement-breakpoint
ALTER TABLE "payment_reversals" DROP CONSTRAINT "payment_reversals_ours";--> statement-breakpoint
ALTER TABLE "payment_reversals" ADD COLUMN "debt_amount" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_reversals" ADD COLUMN "bonus_amount" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_reversals" ADD COLUMN "returned_amount" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_reversals" ADD COLUMN "returned_value" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_reversals" ADD COLUMN "restored_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "disputes" ADD CONSTRAINT "disputes_method_id_payment_methods_id_fk" FOREIGN KEY ("method_id") REFERENCES "public"."payment_methods"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "disputes" ADD CONSTRAINT "disputes_receipt_id_payment_receipts_id_fk" FOREIGN KEY ("receipt_id") REFERENCES "public"."payment_receipts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "disputes" ADD CONSTRAINT "disputes_noted_by_accounts_id_fk" FOREIGN KEY ("noted_by") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reversal_parts" ADD CONSTRAINT "reversal_parts_reversal_id_payment_reversals_id_fk" FOREIGN KEY ("reversal_id") REFERENCES "public"."payment_reversals"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reversal_parts" ADD CONSTRAINT "reversal_parts_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "disputes_no" ON "disputes" USING btree ("method_id","dispute_no");--> statement-breakpoint
CREATE INDEX "disputes_receipt" ON "disputes" USING btree ("receipt_id");--> statement-breakpoint
CREATE INDEX "disputes_changed" ON "disputes" USING btree ("changed_at");--> statement-breakpoint
CREATE INDEX "disputes_to_answer" ON "disputes" USING btree ("deadline") WHERE status in ('inquiry', 'needs_response');--> statement-breakpoint
CREATE INDEX "reversal_parts_order" ON "reversal_parts" USING btree ("order_id");--> statement-breakpoint
ALTER TABLE "payment_reversals" ADD CONSTRAINT "payment_reversals_amounts" CHECK (amount > 0 and least(value_amount, order_amount, debt_amount, loss_amount, bonus_amount) >= 0);--> statement-breakpoint
ALTER TABLE "payment_reversals" ADD CONSTRAINT "payment_reversals_ours" CHECK ((outcome in ('ours', 'failed')) = (refund_id is not null));--> statement-breakpoint
-- What earlier reversals returned, so that they can be restored.
UPDATE "payment_reversals" SET "returned_amount" = "amount", "returned_value" = CASE WHEN "outcome" = 'unallocated' THEN 0 ELSE "value_amount" END
  WHERE "outcome" IN ('order', 'balance', 'unallocated');
