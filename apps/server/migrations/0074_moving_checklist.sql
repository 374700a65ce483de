CREATE TABLE "moving_addresses" (
	"origin" text PRIMARY KEY NOT NULL,
	"added" boolean NOT NULL,
	"finding" text,
	"asked_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "moving_steps" (
	"name" text PRIMARY KEY NOT NULL,
	"told_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "telegram_bot" ADD COLUMN "shared_at" timestamp with time zone;