DROP INDEX "subscriptions_token_prefix";--> statement-breakpoint
DROP INDEX "event_deliveries_due";--> statement-breakpoint
DROP INDEX "messages_due";--> statement-breakpoint
DROP INDEX "subscriptions_token";--> statement-breakpoint
DROP INDEX "subscriptions_next_part";--> statement-breakpoint
ALTER TABLE "event_deliveries" ADD COLUMN "bulk" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "bulk" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "event_deliveries_due" ON "event_deliveries" USING btree ("channel","bulk","next_try_at","event_id") WHERE delivered_at is null;--> statement-breakpoint
CREATE INDEX "messages_due" ON "messages" USING btree ("channel","bulk","next_try_at","id") WHERE status = 'queued';--> statement-breakpoint
CREATE UNIQUE INDEX "subscriptions_token" ON "subscriptions" USING btree ("token" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "subscriptions_next_part" ON "subscriptions" USING btree ("next_part_at") WHERE next_part_at is not null;