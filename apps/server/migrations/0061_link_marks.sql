CREATE TABLE "unreadable_forwards" (
	"header" text PRIMARY KEY NOT NULL,
	"proxy" text NOT NULL,
	"sent" text NOT NULL,
	"seen_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "link_alarms" ADD COLUMN "cleared_at" timestamp with time zone;