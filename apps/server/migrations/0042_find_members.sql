-- For searches by any part of an address. The extension is trusted: the owner of the database may create it.
CREATE EXTENSION IF NOT EXISTS pg_trgm;--> statement-breakpoint
CREATE TABLE "bulk_changes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "bulk_changes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"key" text NOT NULL,
	"by_account_id" bigint NOT NULL,
	"action" jsonb NOT NULL,
	"reason" text NOT NULL,
	"tell" boolean NOT NULL,
	"state" text DEFAULT 'prepared' NOT NULL,
	"total" integer NOT NULL,
	"ip" text,
	"device" text,
	"created_at" timestamp with time zone NOT NULL,
	"started_at" timestamp with time zone,
	"finished_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "bulk_targets" (
	"change_id" bigint NOT NULL,
	"account_id" bigint NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"problem" text,
	CONSTRAINT "bulk_targets_change_id_account_id_pk" PRIMARY KEY("change_id","account_id")
);
--> statement-breakpoint
CREATE TABLE "member_notes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "member_notes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"account_id" bigint NOT NULL,
	"author_id" bigint NOT NULL,
	"text" text NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "bulk_changes" ADD CONSTRAINT "bulk_changes_by_account_id_accounts_id_fk" FOREIGN KEY ("by_account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bulk_targets" ADD CONSTRAINT "bulk_targets_change_id_bulk_changes_id_fk" FOREIGN KEY ("change_id") REFERENCES "public"."bulk_changes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bulk_targets" ADD CONSTRAINT "bulk_targets_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "member_notes" ADD CONSTRAINT "member_notes_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "member_notes" ADD CONSTRAINT "member_notes_author_id_accounts_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "bulk_changes_key" ON "bulk_changes" USING btree ("by_account_id","key");--> statement-breakpoint
CREATE INDEX "bulk_changes_created" ON "bulk_changes" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "bulk_targets_state" ON "bulk_targets" USING btree ("change_id","state","account_id");--> statement-breakpoint
CREATE INDEX "member_notes_account" ON "member_notes" USING btree ("account_id","at","id");--> statement-breakpoint
CREATE INDEX "accounts_email_parts" ON "accounts" USING gin ("email_key" gin_trgm_ops) WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "accounts_phone_parts" ON "accounts" USING gin ("phone" gin_trgm_ops) WITH (fastupdate=false) WHERE phone is not null;--> statement-breakpoint
CREATE INDEX "accounts_remarked" ON "accounts" USING btree ("id") WHERE remarks <> '';--> statement-breakpoint
CREATE INDEX "link_fetches_network" ON "link_fetches" USING btree ("network");--> statement-breakpoint
CREATE INDEX "sessions_ip" ON "sessions" USING btree ("ip");