CREATE TABLE "notice_reads" (
	"notice_id" bigint NOT NULL,
	"account_id" bigint NOT NULL,
	"edition" integer NOT NULL,
	"seen_at" timestamp with time zone NOT NULL,
	"dismissed_at" timestamp with time zone,
	CONSTRAINT "notice_reads_notice_id_account_id_pk" PRIMARY KEY("notice_id","account_id")
);
--> statement-breakpoint
CREATE TABLE "notices" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "notices_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"placement" text NOT NULL,
	"title" text NOT NULL,
	"body" text DEFAULT '' NOT NULL,
	"translations" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"audience" text DEFAULT 'all' NOT NULL,
	"audience_ids" bigint[] DEFAULT '{}' NOT NULL,
	"audience_days" integer,
	"starts_at" timestamp with time zone,
	"ends_at" timestamp with time zone,
	"published_at" timestamp with time zone,
	"archived_at" timestamp with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"edition" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "notices_bar" CHECK (placement <> 'bar' or (audience = 'all' and body = '')),
	CONSTRAINT "notices_audience" CHECK ((audience = 'expiring') = (audience_days is not null)),
	CONSTRAINT "notices_window" CHECK (ends_at is null or starts_at is null or starts_at < ends_at),
	CONSTRAINT "notices_published" CHECK (published_at is null or starts_at is not null)
);
--> statement-breakpoint
ALTER TABLE "notice_reads" ADD CONSTRAINT "notice_reads_notice_id_notices_id_fk" FOREIGN KEY ("notice_id") REFERENCES "public"."notices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notice_reads" ADD CONSTRAINT "notice_reads_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "notice_reads_account" ON "notice_reads" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "notices_live" ON "notices" USING btree ("starts_at") WHERE published_at is not null and archived_at is null;--> statement-breakpoint
CREATE INDEX "notices_updated" ON "notices" USING btree ("updated_at","id");--> statement-breakpoint
-- The notice at the top of public pages was a setting: its text, and its texts in each language.
with stored as (
  select
    coalesce((select value #>> '{}' from settings where key = 'site.index_notice'), '') as own,
    coalesce((select value #>> '{}' from settings where key = 'site.index_notice_en'), '') as en,
    coalesce((select value #>> '{}' from settings where key = 'site.index_notice_zh'), '') as zh
)
insert into notices (placement, title, translations, starts_at, published_at, created_at, updated_at)
select
  'bar', trim(coalesce(nullif(trim(own), ''), nullif(trim(en), ''), zh)),
  case when trim(en) = '' then '{}'::jsonb else jsonb_build_object('en', jsonb_build_object('title', trim(en))) end
    || case when trim(zh) = '' then '{}'::jsonb else jsonb_build_object('zh-CN', jsonb_build_object('title', trim(zh))) end,
  now(), now(), now(), now()
from stored where trim(own || en || zh) <> '';
--> statement-breakpoint
delete from settings where key in ('site.index_notice', 'site.index_notice_en', 'site.index_notice_zh');
