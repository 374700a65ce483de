CREATE TABLE "device_traffic" (
	"device_id" bigint NOT NULL,
	"day" date NOT NULL,
	"billed" bigint NOT NULL,
	CONSTRAINT "device_traffic_device_id_day_pk" PRIMARY KEY("device_id","day")
);
--> statement-breakpoint
CREATE TABLE "linked_devices" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "linked_devices_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"account_id" bigint NOT NULL,
	"number" smallint NOT NULL,
	"name" text DEFAULT '' NOT NULL,
	"hwid_hash" "bytea",
	"os" text DEFAULT '' NOT NULL,
	"os_version" text DEFAULT '' NOT NULL,
	"model" text DEFAULT '' NOT NULL,
	"client" text DEFAULT '' NOT NULL,
	"token" text,
	"uuid" uuid,
	"row_id" bigint,
	"created_at" timestamp with time zone NOT NULL,
	"last_used_at" timestamp with time zone,
	"removed_at" timestamp with time zone,
	CONSTRAINT "linked_devices_secrets" CHECK ((token is null) = (uuid is null) and (token is null or row_id is not null)),
	CONSTRAINT "linked_devices_rows" CHECK (row_id between 1073741824 and 2147483647),
	CONSTRAINT "linked_devices_count" CHECK (number >= 1),
	CONSTRAINT "linked_devices_gone" CHECK (removed_at is null or (token is null and hwid_hash is null)),
	CONSTRAINT "linked_devices_times" CHECK (created_at >= '1970-01-01 00:00:00+00' and created_at < '10000-01-01 00:00:00+00' and last_used_at >= '1970-01-01 00:00:00+00' and last_used_at < '10000-01-01 00:00:00+00' and removed_at >= '1970-01-01 00:00:00+00' and removed_at < '10000-01-01 00:00:00+00')
);
--> statement-breakpoint
ALTER TABLE "subscriptions" DROP CONSTRAINT "subscriptions_times";--> statement-breakpoint
ALTER TABLE "devices" DROP CONSTRAINT "devices_account_id_node_id_ip_pk";--> statement-breakpoint
ALTER TABLE "devices" ADD COLUMN "row_id" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "devices" ADD CONSTRAINT "devices_account_id_node_id_row_id_ip_pk" PRIMARY KEY("account_id","node_id","row_id","ip");--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "own_devices" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "shared_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "traffic_batches" ADD COLUMN "row_ids" bigint[];--> statement-breakpoint
ALTER TABLE "device_traffic" ADD CONSTRAINT "device_traffic_device_id_linked_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."linked_devices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "linked_devices" ADD CONSTRAINT "linked_devices_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "device_traffic_day" ON "device_traffic" USING btree ("day");--> statement-breakpoint
CREATE UNIQUE INDEX "linked_devices_number" ON "linked_devices" USING btree ("account_id","number");--> statement-breakpoint
CREATE UNIQUE INDEX "linked_devices_hwid" ON "linked_devices" USING btree ("account_id","hwid_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "linked_devices_token" ON "linked_devices" USING btree ("token");--> statement-breakpoint
CREATE UNIQUE INDEX "linked_devices_uuid" ON "linked_devices" USING btree ("uuid");--> statement-breakpoint
CREATE UNIQUE INDEX "linked_devices_row" ON "linked_devices" USING btree ("row_id");--> statement-breakpoint
CREATE INDEX "linked_devices_removed" ON "linked_devices" USING btree ("removed_at") WHERE removed_at is not null;--> statement-breakpoint
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_number" CHECK (id < 1073741824);--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_shared" CHECK (own_devices >= 0 and (shared_until is null or own_devices > 0));--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_times" CHECK (expires_at >= '1970-01-01 00:00:00+00' and expires_at < '10000-01-01 00:00:00+00' and starts_by >= '1970-01-01 00:00:00+00' and starts_by < '10000-01-01 00:00:00+00' and shared_until >= '1970-01-01 00:00:00+00' and shared_until < '10000-01-01 00:00:00+00' and next_reset_at >= '1970-01-01 00:00:00+00' and next_reset_at < '10000-01-01 00:00:00+00' and cycle_began_at >= '1970-01-01 00:00:00+00' and cycle_began_at < '10000-01-01 00:00:00+00');--> statement-breakpoint
drop trigger subscriptions_changed on subscriptions;
--> statement-breakpoint
create constraint trigger subscriptions_changed after update on subscriptions
  deferrable initially deferred for each row
  when (
    (old.group_id, old.uuid, old.speed_limit, old.device_limit, old.own_speed_limit, old.own_device_limit, old.expires_at, old.own_devices)
      is distinct from
    (new.group_id, new.uuid, new.speed_limit, new.device_limit, new.own_speed_limit, new.own_device_limit, new.expires_at, new.own_devices)
    or (old.up + old.down < old.transfer_enable) <> (new.up + new.down < new.transfer_enable)
  )
  execute function subscriptions_touch_group();
