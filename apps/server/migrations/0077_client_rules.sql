CREATE TABLE "client_rules" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "client_rules_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"enabled" boolean NOT NULL,
	"agent_how" text NOT NULL,
	"agent_text" text NOT NULL,
	"version_from" text,
	"version_below" text,
	"header" text,
	"header_how" text NOT NULL,
	"header_text" text NOT NULL,
	"countries" text[] NOT NULL,
	"countries_except" boolean NOT NULL,
	"answer" text NOT NULL,
	"format" text,
	"template" integer,
	"text" text NOT NULL,
	"announce" text NOT NULL,
	"translations" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"sort" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "client_rules_condition" CHECK (agent_how <> 'any' or header is not null or cardinality(countries) > 0)
);
--> statement-breakpoint
ALTER TABLE "link_fetches" ADD COLUMN "asked" jsonb;--> statement-breakpoint
create trigger client_rules_catalog after insert or update or delete on client_rules for each statement execute function touch_catalog();
