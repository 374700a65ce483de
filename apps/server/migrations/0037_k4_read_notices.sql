ALTER TABLE "notice_reads" ADD COLUMN "read_at" timestamp with time zone;--> statement-breakpoint
-- What was shown counted as read until now.
UPDATE "notice_reads" SET "read_at" = "seen_at";
