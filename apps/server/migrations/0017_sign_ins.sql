CREATE TABLE "job_runs" (
	"name" text PRIMARY KEY NOT NULL,
	"cron" text,
	"every_ms" integer,
	"started_at" timestamp with time zone,
	"duration_ms" integer,
	"failed_at" timestamp with time zone,
	"error" text
);
--> statement-breakpoint
CREATE TABLE "refused_notifications" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "refused_notifications_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp with time zone NOT NULL,
	"reason" text NOT NULL,
	"detail" text,
	"method_id" bigint,
	"driver" text,
	"ip" text,
	"network" text,
	"number" text,
	"body" text,
	"times" integer DEFAULT 1 NOT NULL,
	"counted" text,
	CONSTRAINT "refused_notifications_more" CHECK ((reason = 'more') = (counted is not null))
);
--> statement-breakpoint
CREATE TABLE "sign_ins" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "sign_ins_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp with time zone NOT NULL,
	"result" text NOT NULL,
	"account_id" bigint,
	"typed" text,
	"ip" text,
	"network" text,
	"country" text,
	"device" text,
	"attempts" integer DEFAULT 1 NOT NULL,
	"counted" text,
	CONSTRAINT "sign_ins_more" CHECK ((result = 'more') = (counted is not null))
);
--> statement-breakpoint
DROP INDEX "audit_log_entity";--> statement-breakpoint
DROP INDEX "audit_log_actor";--> statement-breakpoint
ALTER TABLE "sign_ins" ADD CONSTRAINT "sign_ins_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "refused_notifications_at" ON "refused_notifications" USING btree ("at","id");--> statement-breakpoint
CREATE INDEX "refused_notifications_method" ON "refused_notifications" USING btree ("method_id","at","id");--> statement-breakpoint
CREATE INDEX "refused_notifications_number" ON "refused_notifications" USING btree ("number");--> statement-breakpoint
CREATE UNIQUE INDEX "refused_notifications_counted" ON "refused_notifications" USING btree ("counted");--> statement-breakpoint
CREATE INDEX "sign_ins_at" ON "sign_ins" USING btree ("at","id");--> statement-breakpoint
CREATE INDEX "sign_ins_account" ON "sign_ins" USING btree ("account_id","at","id");--> statement-breakpoint
CREATE INDEX "sign_ins_network" ON "sign_ins" USING btree ("network","at","id");--> statement-breakpoint
CREATE INDEX "sign_ins_result" ON "sign_ins" USING btree ("result","at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "sign_ins_counted" ON "sign_ins" USING btree ("counted");--> statement-breakpoint
CREATE INDEX "audit_log_kind" ON "audit_log" USING btree ("actor_kind","at","id");--> statement-breakpoint
CREATE INDEX "audit_log_action" ON "audit_log" USING btree ("action","at","id");--> statement-breakpoint
CREATE INDEX "audit_log_reason" ON "audit_log" USING btree ("at","id") WHERE reason is not null;--> statement-breakpoint
CREATE INDEX "audit_log_entity" ON "audit_log" USING btree ("entity","entity_id","at","id");--> statement-breakpoint
CREATE INDEX "audit_log_actor" ON "audit_log" USING btree ("actor_id","at","id");--> statement-breakpoint
-- Who follows the log is told of new rows once for each transaction that commits some.
create function announce_audit() returns trigger language plpgsql as $$
begin
  perform pg_notify('portico_changed', 'audit');
  return null;
end $$;
--> statement-breakpoint
create trigger audit_log_announced after insert on audit_log for each statement execute function announce_audit();
