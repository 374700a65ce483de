DROP INDEX "event_deliveries_due";--> statement-breakpoint
DROP INDEX "messages_due";--> statement-breakpoint
DROP INDEX "telegram_messages_due";--> statement-breakpoint
DROP INDEX "telegram_updates_due";--> statement-breakpoint
CREATE INDEX "telegram_messages_of_chat" ON "telegram_messages" USING btree ("chat_id","id") WHERE done_at is null;--> statement-breakpoint
CREATE INDEX "telegram_updates_of_chat" ON "telegram_updates" USING btree ("chat_id","update_id") WHERE done_at is null;--> statement-breakpoint
CREATE INDEX "event_deliveries_due" ON "event_deliveries" USING btree ("channel","next_try_at","event_id") WHERE delivered_at is null;--> statement-breakpoint
CREATE INDEX "messages_due" ON "messages" USING btree ("channel","next_try_at","id") WHERE status = 'queued';--> statement-breakpoint
CREATE INDEX "telegram_messages_due" ON "telegram_messages" USING btree ("next_try_at","id") WHERE done_at is null;--> statement-breakpoint
CREATE INDEX "telegram_updates_due" ON "telegram_updates" USING btree ("next_try_at","update_id") WHERE done_at is null;