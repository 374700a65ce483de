ALTER TABLE "notice_reads" ADD COLUMN "read_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "notice_reads_unread" ON "notice_reads" USING btree ("account_id") WHERE read_at is null;--> statement-breakpoint
-- What was shown counted as read until now.
UPDATE "notice_reads" SET "read_at" = "seen_at";
