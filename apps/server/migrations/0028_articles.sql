CREATE TABLE "article_categories" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "article_categories_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"name_en" text DEFAULT '' NOT NULL,
	"name_zh" text DEFAULT '' NOT NULL,
	"parent_id" bigint,
	"sort" integer DEFAULT 0 NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "article_categories_named" CHECK (name_en <> '' or name_zh <> '')
);
--> statement-breakpoint
CREATE TABLE "article_tags" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "article_tags_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"name_en" text DEFAULT '' NOT NULL,
	"name_zh" text DEFAULT '' NOT NULL,
	CONSTRAINT "article_tags_named" CHECK (name_en <> '' or name_zh <> '')
);
--> statement-breakpoint
CREATE TABLE "article_drafts" (
	"article_id" bigint NOT NULL,
	"account_id" bigint NOT NULL,
	"base_version" integer NOT NULL,
	"content" jsonb NOT NULL,
	"saved_at" timestamp with time zone NOT NULL,
	CONSTRAINT "article_drafts_article_id_account_id_pk" PRIMARY KEY("article_id","account_id")
);
--> statement-breakpoint
CREATE TABLE "article_ratings" (
	"article_id" bigint NOT NULL,
	"account_id" bigint NOT NULL,
	"helpful" boolean NOT NULL,
	CONSTRAINT "article_ratings_article_id_account_id_pk" PRIMARY KEY("article_id","account_id")
);
--> statement-breakpoint
CREATE TABLE "article_tag_links" (
	"article_id" bigint NOT NULL,
	"tag_id" bigint NOT NULL,
	CONSTRAINT "article_tag_links_article_id_tag_id_pk" PRIMARY KEY("article_id","tag_id")
);
--> statement-breakpoint
CREATE TABLE "article_texts" (
	"article_id" bigint NOT NULL,
	"language" text NOT NULL,
	"title" text NOT NULL,
	"summary" text NOT NULL,
	"body" text NOT NULL,
	CONSTRAINT "article_texts_article_id_language_pk" PRIMARY KEY("article_id","language")
);
--> statement-breakpoint
CREATE TABLE "article_versions" (
	"article_id" bigint NOT NULL,
	"number" integer NOT NULL,
	"texts" jsonb NOT NULL,
	"audience" text DEFAULT 'public' NOT NULL,
	"audience_ids" bigint[] DEFAULT '{}' NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"restored_from" integer,
	"saved_by" bigint,
	"saved_at" timestamp with time zone NOT NULL,
	CONSTRAINT "article_versions_article_id_number_pk" PRIMARY KEY("article_id","number")
);
--> statement-breakpoint
CREATE TABLE "article_views" (
	"article_id" bigint NOT NULL,
	"day" date NOT NULL,
	"views" integer NOT NULL,
	CONSTRAINT "article_views_article_id_day_pk" PRIMARY KEY("article_id","day")
);
--> statement-breakpoint
CREATE TABLE "articles" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "articles_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"type" text,
	"category_id" bigint,
	"shelf" integer DEFAULT 2147483647 NOT NULL,
	"sort" integer DEFAULT 0 NOT NULL,
	"audience" text DEFAULT 'public' NOT NULL,
	"audience_ids" bigint[] DEFAULT '{}' NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	"title_en" text,
	"title_zh" text,
	"live_version" integer,
	"published_at" timestamp with time zone,
	"scheduled_version" integer,
	"scheduled_at" timestamp with time zone,
	"archived_at" timestamp with time zone,
	"status" text GENERATED ALWAYS AS (case when archived_at is not null then 'archived' when live_version is not null then 'published' when scheduled_at is not null then 'scheduled' else 'draft' end) STORED NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "articles_terms" CHECK ((kind = 'terms') = (type is not null)),
	CONSTRAINT "articles_published" CHECK ((live_version is null) = (published_at is null) and (live_version is null or archived_at is null)),
	CONSTRAINT "articles_schedule" CHECK ((scheduled_version is null) = (scheduled_at is null))
);
--> statement-breakpoint
ALTER TABLE "article_categories" ADD CONSTRAINT "article_categories_parent_id_article_categories_id_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."article_categories"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "article_drafts" ADD CONSTRAINT "article_drafts_article_id_articles_id_fk" FOREIGN KEY ("article_id") REFERENCES "public"."articles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "article_drafts" ADD CONSTRAINT "article_drafts_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "article_ratings" ADD CONSTRAINT "article_ratings_article_id_articles_id_fk" FOREIGN KEY ("article_id") REFERENCES "public"."articles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "article_ratings" ADD CONSTRAINT "article_ratings_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "article_tag_links" ADD CONSTRAINT "article_tag_links_article_id_articles_id_fk" FOREIGN KEY ("article_id") REFERENCES "public"."articles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "article_tag_links" ADD CONSTRAINT "article_tag_links_tag_id_article_tags_id_fk" FOREIGN KEY ("tag_id") REFERENCES "public"."article_tags"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "article_texts" ADD CONSTRAINT "article_texts_article_id_articles_id_fk" FOREIGN KEY ("article_id") REFERENCES "public"."articles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "article_versions" ADD CONSTRAINT "article_versions_article_id_articles_id_fk" FOREIGN KEY ("article_id") REFERENCES "public"."articles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "article_versions" ADD CONSTRAINT "article_versions_saved_by_accounts_id_fk" FOREIGN KEY ("saved_by") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "article_views" ADD CONSTRAINT "article_views_article_id_articles_id_fk" FOREIGN KEY ("article_id") REFERENCES "public"."articles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "articles" ADD CONSTRAINT "articles_category_id_article_categories_id_fk" FOREIGN KEY ("category_id") REFERENCES "public"."article_categories"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "article_categories_parent" ON "article_categories" USING btree ("parent_id","sort");--> statement-breakpoint
CREATE INDEX "article_tag_links_tag" ON "article_tag_links" USING btree ("tag_id");--> statement-breakpoint
CREATE UNIQUE INDEX "articles_type" ON "articles" USING btree ("type");--> statement-breakpoint
CREATE INDEX "articles_reading_order" ON "articles" USING btree ("kind","shelf","sort","id") WHERE live_version is not null;--> statement-breakpoint
CREATE INDEX "articles_updated" ON "articles" USING btree ("updated_at","id");--> statement-breakpoint
CREATE INDEX "articles_category" ON "articles" USING btree ("category_id","sort");--> statement-breakpoint
CREATE INDEX "articles_scheduled" ON "articles" USING btree ("scheduled_at") WHERE scheduled_at is not null;--> statement-breakpoint
-- The terms of service were two settings with plain text.
with old as (
  select
    coalesce((select value #>> '{}' from settings where key = 'footer.terms_en'), '') as en,
    coalesce((select value #>> '{}' from settings where key = 'footer.terms_zh'), '') as zh
), texts as (
  select
    case when en <> '' then jsonb_build_object('title', 'Terms of service', 'summary', '', 'body', en) end as en,
    case when zh <> '' then jsonb_build_object('title', '服务条款', 'summary', '', 'body', zh) end as zh
  from (
    select
      case when en = '' then '' else '<p>' || regexp_replace(replace(replace(replace(en, '&', '&amp;'), '<', '&lt;'), '>', '&gt;'), '\n{2,}', '</p><p>', 'g') || '</p>' end as en,
      case when zh = '' then '' else '<p>' || regexp_replace(replace(replace(replace(zh, '&', '&amp;'), '<', '&lt;'), '>', '&gt;'), '\n{2,}', '</p><p>', 'g') || '</p>' end as zh
    from old
  ) paragraphs
), made as (
  insert into articles (kind, type, version, title_en, title_zh, live_version, published_at)
  select 'terms', 'tos', 1, en ->> 'title', zh ->> 'title', 1, now() from texts where en is not null or zh is not null
  returning id
), versions as (
  insert into article_versions (article_id, number, texts, saved_at)
  select made.id, 1, jsonb_build_object('en', texts.en, 'zh-CN', texts.zh), now() from made, texts
)
insert into article_texts (article_id, language, title, summary, body)
select made.id, l.language, l.text ->> 'title', '', l.text ->> 'body'
from made, texts, lateral (values ('en', texts.en), ('zh-CN', texts.zh)) l (language, text) where l.text is not null;
--> statement-breakpoint
delete from settings where key in ('footer.terms_en', 'footer.terms_zh');
