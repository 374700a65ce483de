ALTER TABLE "refunds" ADD COLUMN "refusal" text;--> statement-breakpoint
ALTER TABLE "statement_rows" ADD COLUMN "doubt" text;--> statement-breakpoint
ALTER TABLE "statement_lines" ADD COLUMN "doubt" text;--> statement-breakpoint
ALTER TABLE "statement_lines" ADD COLUMN "noted_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "reset_zone" text;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "parts" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "next_part_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "statement_lines_doubt" ON "statement_lines" USING btree ("id") WHERE doubt is not null and noted_at is null;--> statement-breakpoint
CREATE INDEX "subscriptions_next_part" ON "subscriptions" USING btree ("next_part_at");