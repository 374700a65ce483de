CREATE TABLE "mail_bounces" (
	"address" text PRIMARY KEY NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"answer" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "push_devices" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "push_devices_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"account_id" bigint NOT NULL,
	"endpoint" text NOT NULL,
	"p256dh" text NOT NULL,
	"auth" text NOT NULL,
	"device" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "quiet_hours" (
	"account_id" bigint PRIMARY KEY NOT NULL,
	"from_minute" smallint NOT NULL,
	"until_minute" smallint NOT NULL,
	"zone" text NOT NULL,
	CONSTRAINT "quiet_hours_minutes" CHECK (from_minute between 0 and 1439 and until_minute between 0 and 1439 and from_minute <> until_minute)
);
--> statement-breakpoint
CREATE TABLE "reminder_choices" (
	"account_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"channel" text NOT NULL,
	"is_on" boolean NOT NULL,
	CONSTRAINT "reminder_choices_account_id_kind_channel_pk" PRIMARY KEY("account_id","kind","channel")
);
--> statement-breakpoint
ALTER TABLE "event_deliveries" ADD COLUMN "skipped" text;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "event_id" bigint;--> statement-breakpoint
ALTER TABLE "push_devices" ADD CONSTRAINT "push_devices_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "quiet_hours" ADD CONSTRAINT "quiet_hours_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reminder_choices" ADD CONSTRAINT "reminder_choices_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "push_devices_endpoint" ON "push_devices" USING btree ("endpoint");--> statement-breakpoint
CREATE INDEX "push_devices_account" ON "push_devices" USING btree ("account_id");--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "messages_event" ON "messages" USING btree ("event_id");--> statement-breakpoint
-- One number of days became a list of steps; 0 was none.
UPDATE "settings" SET "value" = CASE WHEN "value" = '0'::jsonb THEN '[]'::jsonb ELSE jsonb_build_array("value") END
WHERE "key" = 'subscription.expiry_notice_days' AND jsonb_typeof("value") = 'number';--> statement-breakpoint
-- A reminder's cause names its step too. Open ones go on as the last step, so that nobody is reminded twice of the same.
UPDATE "events" SET "cause" = "cause" || ' 3' WHERE "type" = 'plan_expiring' AND "ended_at" IS NULL;
