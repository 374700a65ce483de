CREATE TABLE "report_alarms" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "report_alarms_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"node_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"account_id" bigint,
	"subject" text NOT NULL,
	"value" bigint NOT NULL,
	"usual" bigint NOT NULL,
	"began_at" timestamp with time zone NOT NULL,
	"last_at" timestamp with time zone NOT NULL,
	"settled_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "report_undos" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "report_undos_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"key" text NOT NULL,
	"by_account_id" bigint NOT NULL,
	"node_id" bigint NOT NULL,
	"since" timestamp with time zone NOT NULL,
	"networks" text[] DEFAULT '{}' NOT NULL,
	"reason" text NOT NULL,
	"state" text DEFAULT 'running' NOT NULL,
	"total" integer NOT NULL,
	"done" integer DEFAULT 0 NOT NULL,
	"last_batch_id" bigint NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"finished_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "usage_resets" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "usage_resets_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"account_id" bigint NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"last_batch_id" bigint NOT NULL,
	"up_before" bigint NOT NULL,
	"down_before" bigint NOT NULL,
	"used_before_before" bigint NOT NULL,
	"transfer_before" bigint NOT NULL,
	"extra_before" bigint NOT NULL,
	"up_after" bigint NOT NULL,
	"down_after" bigint NOT NULL,
	"used_before_after" bigint NOT NULL,
	"transfer_after" bigint NOT NULL,
	"extra_after" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "node_reports" ADD COLUMN "away_from" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "node_reports" ADD COLUMN "away_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "nodes" ADD COLUMN "line_speed" integer;--> statement-breakpoint
ALTER TABLE "nodes" ADD COLUMN "call_addresses" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "traffic_batches" ADD COLUMN "network" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "traffic_batches" ADD COLUMN "state" text DEFAULT 'charged' NOT NULL;--> statement-breakpoint
ALTER TABLE "traffic_batches" ADD COLUMN "carried_up" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "traffic_batches" ADD COLUMN "carried_down" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "report_alarms" ADD CONSTRAINT "report_alarms_node_id_nodes_id_fk" FOREIGN KEY ("node_id") REFERENCES "public"."nodes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_alarms" ADD CONSTRAINT "report_alarms_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_undos" ADD CONSTRAINT "report_undos_by_account_id_accounts_id_fk" FOREIGN KEY ("by_account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_undos" ADD CONSTRAINT "report_undos_node_id_nodes_id_fk" FOREIGN KEY ("node_id") REFERENCES "public"."nodes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "report_alarms_subject" ON "report_alarms" USING btree ("node_id","kind","subject");--> statement-breakpoint
CREATE INDEX "report_alarms_open" ON "report_alarms" USING btree ("settled_at","began_at");--> statement-breakpoint
CREATE UNIQUE INDEX "report_undos_key" ON "report_undos" USING btree ("by_account_id","key");--> statement-breakpoint
CREATE INDEX "report_undos_created" ON "report_undos" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "usage_resets_account" ON "usage_resets" USING btree ("account_id","id");--> statement-breakpoint
CREATE INDEX "usage_resets_at" ON "usage_resets" USING btree ("at");--> statement-breakpoint
ALTER TABLE "nodes" ADD CONSTRAINT "nodes_line_speed" CHECK (line_speed between 1 and 80000);--> statement-breakpoint
ALTER TABLE "nodes" ADD CONSTRAINT "nodes_call_addresses" CHECK (cardinality(call_addresses) <= 32);--> statement-breakpoint
create function note_usage_reset() returns trigger language plpgsql as $$
begin
  return null;
end $$;
--> statement-breakpoint
create trigger subscriptions_set_back after update of up, down on subscriptions
  for each row when (new.up < old.up or new.down < old.down) execute function note_usage_reset();
