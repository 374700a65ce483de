CREATE TABLE "app_releases" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "app_releases_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"platform" text NOT NULL,
	"version" text NOT NULL,
	"version_parts" integer[] NOT NULL,
	"minimum_version" text,
	"download_url" text NOT NULL,
	"mirrors" text[] NOT NULL,
	"sha256" text,
	"notes_en" text DEFAULT '' NOT NULL,
	"notes_zh" text DEFAULT '' NOT NULL,
	"published_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "app_releases_parts" CHECK (cardinality(version_parts) = 4),
	CONSTRAINT "app_releases_url" CHECK (download_url like 'https://%')
);
--> statement-breakpoint
ALTER TABLE "ledger_entries" DROP CONSTRAINT "ledger_entries_ledger_account_id_ledger_accounts_id_fk";
--> statement-breakpoint
DROP INDEX "orders_renewal";--> statement-breakpoint
DROP INDEX "orders_paid";--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "youth_mode_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "link_alarms" ADD COLUMN "countries" integer;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "extra_bytes" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "own_speed_limit" integer;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "own_device_limit" integer;--> statement-breakpoint
CREATE UNIQUE INDEX "app_releases_version" ON "app_releases" USING btree ("platform","version_parts");--> statement-breakpoint
CREATE UNIQUE INDEX "orders_renewal" ON "orders" USING btree ("account_id","renewal_of") WHERE renewal_of is not null and status not in ('cancelled', 'expired');--> statement-breakpoint
CREATE INDEX "orders_paid" ON "orders" USING btree ("paid_at") WHERE paid_at is not null;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_extra" CHECK (extra_bytes between 0 and transfer_enable);