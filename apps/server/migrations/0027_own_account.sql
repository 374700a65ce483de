ALTER TABLE "accounts" ADD COLUMN "country" text;--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "access_changed_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "one_time_tokens_undo" ON "one_time_tokens" USING btree ((data -> 'before' ->> 'subject')) WHERE purpose = 'undo_address';