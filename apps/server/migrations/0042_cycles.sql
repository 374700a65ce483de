ALTER TABLE "orders" ADD COLUMN "begun_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "plans" ADD COLUMN "reset_mode" text;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "used_before" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "reset_mode" text DEFAULT 'monthly' NOT NULL;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "cycle_began_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "orders_to_begin" ON "orders" USING btree ("term_start","account_id") WHERE status = 'completed' and type = 'renew' and begun_at is null;--> statement-breakpoint
-- Members have had what they renewed for since they paid.
UPDATE "orders" SET "begun_at" = coalesce("completed_at", "paid_at") WHERE "term_start" IS NOT NULL;--> statement-breakpoint
UPDATE "subscriptions" SET "cycle_began_at" = "next_reset_at" - interval '1 month' WHERE "next_reset_at" IS NOT NULL;
