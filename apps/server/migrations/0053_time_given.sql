ALTER TABLE "subscriptions" ADD COLUMN "reset_zone" text;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "parts" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "next_part_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "subscriptions_next_part" ON "subscriptions" USING btree ("next_part_at");