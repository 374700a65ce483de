CREATE TABLE "imports" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "imports_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"action" text NOT NULL,
	"source" text,
	"version" text,
	"from_name" text NOT NULL,
	"state" text NOT NULL,
	"step" text,
	"progress" integer DEFAULT 0 NOT NULL,
	"records" bigint DEFAULT 0 NOT NULL,
	"fault" text,
	"fault_detail" text DEFAULT '' NOT NULL,
	"findings" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"sums" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"comparison" jsonb,
	"options" jsonb NOT NULL,
	"choices" jsonb NOT NULL,
	"by_account_id" bigint,
	"cancelled_at" timestamp with time zone,
	"seen_at" timestamp with time zone NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "imports_state" CHECK (state in ('running', 'done', 'failed', 'cancelled') and (state = 'running') = (ended_at is null))
);
--> statement-breakpoint
CREATE TABLE "moved_members" (
	"account_id" bigint PRIMARY KEY NOT NULL,
	"old_key" text NOT NULL,
	"up" bigint NOT NULL,
	"down" bigint NOT NULL,
	"transfer_enable" bigint NOT NULL,
	"expires_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "imports" ADD CONSTRAINT "imports_by_account_id_accounts_id_fk" FOREIGN KEY ("by_account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "moved_members" ADD CONSTRAINT "moved_members_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "imports_started" ON "imports" USING btree ("started_at");