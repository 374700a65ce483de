DROP INDEX "subscriptions_expires";--> statement-breakpoint
CREATE INDEX "accounts_last_login" ON "accounts" USING btree ("last_login_at","id");--> statement-breakpoint
CREATE INDEX "subscriptions_expires" ON "subscriptions" USING btree ("expires_at","account_id");