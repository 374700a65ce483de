CREATE TABLE "link_sources" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "link_sources_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"kind" text NOT NULL,
	"paths" jsonb NOT NULL,
	"secret" text,
	"ends_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "link_sources_kind" CHECK (kind in ('token', 'marzban', 'pasarguard')),
	CONSTRAINT "link_sources_times" CHECK (ends_at >= '1970-01-01 00:00:00+00' and ends_at < '10000-01-01 00:00:00+00' and created_at >= '1970-01-01 00:00:00+00' and created_at < '10000-01-01 00:00:00+00')
);
--> statement-breakpoint
CREATE TABLE "links" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "links_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"source_id" bigint NOT NULL,
	"token" text NOT NULL,
	"account_id" bigint NOT NULL,
	"device" integer DEFAULT 0 NOT NULL,
	"valid_from" timestamp with time zone,
	"uses" bigint DEFAULT 0 NOT NULL,
	"last_used_at" timestamp with time zone,
	"revoked_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "links_token_length" CHECK (length(token) between 1 and 500),
	CONSTRAINT "links_times" CHECK (valid_from >= '1970-01-01 00:00:00+00' and valid_from < '10000-01-01 00:00:00+00' and last_used_at >= '1970-01-01 00:00:00+00' and last_used_at < '10000-01-01 00:00:00+00' and revoked_at >= '1970-01-01 00:00:00+00' and revoked_at < '10000-01-01 00:00:00+00' and created_at >= '1970-01-01 00:00:00+00' and created_at < '10000-01-01 00:00:00+00')
);
--> statement-breakpoint
ALTER TABLE "subscriptions" DROP CONSTRAINT "subscriptions_times";--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "starts_by" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "links" ADD CONSTRAINT "links_source_id_link_sources_id_fk" FOREIGN KEY ("source_id") REFERENCES "public"."link_sources"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "links" ADD CONSTRAINT "links_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "link_sources_name" ON "link_sources" USING btree (lower("name"));--> statement-breakpoint
CREATE UNIQUE INDEX "links_token" ON "links" USING btree ("source_id","token");--> statement-breakpoint
CREATE INDEX "links_account" ON "links" USING btree ("account_id","id");--> statement-breakpoint
CREATE INDEX "subscriptions_held" ON "subscriptions" USING btree ("account_id") WHERE starts_by is not null;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_times" CHECK (expires_at >= '1970-01-01 00:00:00+00' and expires_at < '10000-01-01 00:00:00+00' and starts_by >= '1970-01-01 00:00:00+00' and starts_by < '10000-01-01 00:00:00+00' and next_reset_at >= '1970-01-01 00:00:00+00' and next_reset_at < '10000-01-01 00:00:00+00' and cycle_began_at >= '1970-01-01 00:00:00+00' and cycle_began_at < '10000-01-01 00:00:00+00');--> statement-breakpoint
CREATE TRIGGER link_sources_announce AFTER INSERT OR UPDATE OR DELETE ON link_sources FOR EACH STATEMENT EXECUTE FUNCTION announce_settings();
