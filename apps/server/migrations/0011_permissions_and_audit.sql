CREATE TABLE "staff_roles" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "staff_roles_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"key" text,
	"name" text NOT NULL,
	"permissions" text[] DEFAULT '{}' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "staff_roles_named" CHECK ((key is null) = (name <> ''))
);
--> statement-breakpoint
DROP INDEX "audit_log_at";--> statement-breakpoint
ALTER TABLE "audit_log" ALTER COLUMN "actor_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "role_id" bigint;--> statement-breakpoint
ALTER TABLE "audit_log" ADD COLUMN "actor_kind" text DEFAULT 'staff' NOT NULL;--> statement-breakpoint
ALTER TABLE "audit_log" ADD COLUMN "actor_name" text;--> statement-breakpoint
ALTER TABLE "audit_log" ADD COLUMN "ip" text;--> statement-breakpoint
ALTER TABLE "audit_log" ADD COLUMN "device" text;--> statement-breakpoint
ALTER TABLE "audit_log" ADD COLUMN "entity" text;--> statement-breakpoint
ALTER TABLE "audit_log" ADD COLUMN "entity_id" text;--> statement-breakpoint
ALTER TABLE "audit_log" ADD COLUMN "reason" text;--> statement-breakpoint
CREATE UNIQUE INDEX "staff_roles_key" ON "staff_roles" USING btree ("key");--> statement-breakpoint
CREATE UNIQUE INDEX "staff_roles_name" ON "staff_roles" USING btree (lower("name")) WHERE key is null;--> statement-breakpoint
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_role_id_staff_roles_id_fk" FOREIGN KEY ("role_id") REFERENCES "public"."staff_roles"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "accounts_role" ON "accounts" USING btree ("role_id") WHERE role_id is not null;--> statement-breakpoint
CREATE INDEX "audit_log_entity" ON "audit_log" USING btree ("entity","entity_id","id");--> statement-breakpoint
CREATE INDEX "audit_log_actor" ON "audit_log" USING btree ("actor_id","id");--> statement-breakpoint
CREATE INDEX "audit_log_at" ON "audit_log" USING btree ("at","id");--> statement-breakpoint
INSERT INTO "staff_roles" ("key", "name") VALUES ('owner', ''), ('support', ''), ('finance', ''), ('network', ''), ('content', '');--> statement-breakpoint
UPDATE "accounts" SET "role_id" = (SELECT "id" FROM "staff_roles" WHERE "key" = 'owner') WHERE "is_admin";--> statement-breakpoint
-- The last word of a target is its number or name: `user 12`, `payment method 3`, an order's number. The site, lists and batches have none.
UPDATE "audit_log" SET
  "action" = regexp_replace("action", '^user\.', 'member.'),
  "entity" = CASE split_part("action", '.', 1) WHEN 'user' THEN 'member' WHEN 'balance' THEN 'member' ELSE split_part("action", '.', 1) END,
  "entity_id" = CASE WHEN "target" IN ('site', 'nodes') OR "target" ~ '^[0-9]+ ' THEN '' ELSE regexp_replace("target", '^.* ', '') END;--> statement-breakpoint
ALTER TABLE "audit_log" ALTER COLUMN "entity" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "audit_log" ALTER COLUMN "entity_id" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "accounts" DROP COLUMN "is_admin";--> statement-breakpoint
ALTER TABLE "audit_log" DROP COLUMN "target";
