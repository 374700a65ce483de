CREATE TABLE "games" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "games_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"publisher" text DEFAULT '' NOT NULL,
	"region" text DEFAULT '' NOT NULL,
	"recommended" text DEFAULT '' NOT NULL,
	"translations" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"aliases" text[] DEFAULT '{}' NOT NULL,
	"platforms" text[] DEFAULT '{}' NOT NULL,
	"picture" text DEFAULT '' NOT NULL,
	"hidden" boolean DEFAULT false NOT NULL,
	"sort" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "games_picture" CHECK (picture ~ '^(/files/[0-9a-f]{32}\.webp)?$')
);
--> statement-breakpoint
CREATE UNIQUE INDEX "games_name" ON "games" USING btree (lower("name"));--> statement-breakpoint
insert into versions (name, value) values ('games', 1);
--> statement-breakpoint
create function touch_games() returns trigger language plpgsql as $$
begin
  update versions set value = value + 1 where name = 'games';
  return null;
end $$;
--> statement-breakpoint
create trigger games_version after insert or update or delete on games for each statement execute function touch_games();
