ALTER TABLE "accounts" DROP CONSTRAINT "accounts_times";--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "former_name" text;--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "claimable_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "claimed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "accounts" drop column "label";--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "label" text GENERATED ALWAYS AS (coalesce(email, phone, former_name, '#' || id::text)) STORED NOT NULL;--> statement-breakpoint
CREATE INDEX "accounts_former_name" ON "accounts" USING gin (lower(former_name) gin_trgm_ops) WITH (fastupdate=false) WHERE former_name is not null;--> statement-breakpoint
CREATE INDEX "accounts_claimable" ON "accounts" USING btree ("claimable_at") WHERE claimable_at is not null;--> statement-breakpoint
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_times" CHECK (created_at >= '1970-01-01 00:00:00+00' and created_at < '10000-01-01 00:00:00+00' and last_login_at >= '1970-01-01 00:00:00+00' and last_login_at < '10000-01-01 00:00:00+00' and banned_at >= '1970-01-01 00:00:00+00' and banned_at < '10000-01-01 00:00:00+00' and closed_at >= '1970-01-01 00:00:00+00' and closed_at < '10000-01-01 00:00:00+00' and claimable_at >= '1970-01-01 00:00:00+00' and claimable_at < '10000-01-01 00:00:00+00' and claimed_at >= '1970-01-01 00:00:00+00' and claimed_at < '10000-01-01 00:00:00+00');
