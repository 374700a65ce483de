CREATE TABLE "backups" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "backups_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"file_name" text,
	"state" text NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	"rows" bigint DEFAULT 0 NOT NULL,
	"bytes" bigint DEFAULT 0 NOT NULL,
	"fault" text,
	"missing" text[] DEFAULT '{}' NOT NULL,
	"drilled_at" timestamp with time zone,
	"drill_ms" integer,
	"drill_fault" text,
	"removed_at" timestamp with time zone,
	CONSTRAINT "backups_state" CHECK (state in ('running', 'done', 'failed') and (state = 'running') = (ended_at is null))
);
--> statement-breakpoint
CREATE TABLE "database_mark" (
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "restores" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "restores_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"restored_at" timestamp with time zone NOT NULL,
	"made_at" timestamp with time zone,
	"sign" text NOT NULL,
	"epoch" integer NOT NULL
);
--> statement-breakpoint
DROP INDEX "invoices_number";--> statement-breakpoint
ALTER TABLE "invoice_series" DROP CONSTRAINT "invoice_series_kind_year_pk";--> statement-breakpoint
ALTER TABLE "invoice_series" ADD COLUMN "series" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "invoice_series" ADD CONSTRAINT "invoice_series_kind_year_series_pk" PRIMARY KEY("kind","year","series");--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "series" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "backups_started" ON "backups" USING btree ("started_at");--> statement-breakpoint
CREATE UNIQUE INDEX "invoices_number" ON "invoices" USING btree ("kind","year","series","number");