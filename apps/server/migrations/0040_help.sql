-- For searches by any part of an address. The extension is trusted: the owner of the database may create it.
CREATE EXTENSION IF NOT EXISTS pg_trgm;--> statement-breakpoint
CREATE SEQUENCE "public"."ticket_versions" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1;--> statement-breakpoint
CREATE TABLE "bulk_changes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "bulk_changes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"key" text NOT NULL,
	"by_account_id" bigint NOT NULL,
	"action" jsonb NOT NULL,
	"reason" text NOT NULL,
	"tell" boolean NOT NULL,
	"state" text DEFAULT 'prepared' NOT NULL,
	"total" integer NOT NULL,
	"ip" text,
	"device" text,
	"created_at" timestamp with time zone NOT NULL,
	"started_at" timestamp with time zone,
	"finished_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "bulk_targets" (
	"change_id" bigint NOT NULL,
	"account_id" bigint NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"problem" text,
	CONSTRAINT "bulk_targets_change_id_account_id_pk" PRIMARY KEY("change_id","account_id")
);
--> statement-breakpoint
CREATE TABLE "canned_replies" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "canned_replies_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"title" text NOT NULL,
	"text" text NOT NULL,
	"translations" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "canned_replies_texts" CHECK (title <> '' and text <> '')
);
--> statement-breakpoint
CREATE TABLE "clock_checks" (
	"account_id" bigint PRIMARY KEY NOT NULL,
	"skew_ms" bigint NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "member_notes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "member_notes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"account_id" bigint NOT NULL,
	"author_id" bigint NOT NULL,
	"text" text NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
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
CREATE TABLE "telegram_bindings" (
	"account_id" bigint PRIMARY KEY NOT NULL,
	"telegram_id" bigint NOT NULL,
	"name" text NOT NULL,
	"language" text,
	"bound_at" timestamp with time zone NOT NULL,
	"blocked_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "telegram_bot" (
	"id" smallint PRIMARY KEY NOT NULL,
	"bot_id" bigint,
	"username" text,
	"name" text,
	"applied" text DEFAULT '' NOT NULL,
	"fault" text,
	"detail" text,
	"checked_at" timestamp with time zone,
	"webhook_secret" text,
	CONSTRAINT "telegram_bot_one" CHECK (id = 1)
);
--> statement-breakpoint
CREATE TABLE "telegram_guests" (
	"chat_id" bigint NOT NULL,
	"telegram_id" bigint NOT NULL,
	"account_id" bigint NOT NULL,
	"let_in_at" timestamp with time zone NOT NULL,
	CONSTRAINT "telegram_guests_chat_id_telegram_id_pk" PRIMARY KEY("chat_id","telegram_id")
);
--> statement-breakpoint
CREATE TABLE "telegram_messages" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "telegram_messages_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"chat_id" bigint NOT NULL,
	"account_id" bigint,
	"method" text NOT NULL,
	"data" jsonb,
	"cause" text,
	"ticket_id" bigint,
	"message_id" bigint,
	"created_at" timestamp with time zone NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"next_try_at" timestamp with time zone NOT NULL,
	"done_at" timestamp with time zone,
	"error" text
);
--> statement-breakpoint
CREATE TABLE "telegram_updates" (
	"bot_id" bigint NOT NULL,
	"update_id" bigint NOT NULL,
	"chat_id" bigint NOT NULL,
	"data" jsonb,
	"received_at" timestamp with time zone NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"next_try_at" timestamp with time zone NOT NULL,
	"done_at" timestamp with time zone,
	CONSTRAINT "telegram_updates_bot_id_update_id_pk" PRIMARY KEY("bot_id","update_id")
);
--> statement-breakpoint
CREATE TABLE "ticket_lookers" (
	"ticket_id" bigint NOT NULL,
	"account_id" bigint NOT NULL,
	"seen_at" timestamp with time zone NOT NULL,
	"writing_at" timestamp with time zone,
	CONSTRAINT "ticket_lookers_ticket_id_account_id_pk" PRIMARY KEY("ticket_id","account_id")
);
--> statement-breakpoint
CREATE TABLE "ticket_files" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "ticket_files_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"file_id" bigint NOT NULL,
	"account_id" bigint NOT NULL,
	"message_id" bigint,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "ticket_mails" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "ticket_mails_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"message_id" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"sender" text NOT NULL,
	"subject" text NOT NULL,
	"ticket_id" bigint,
	"refused" text
);
--> statement-breakpoint
CREATE TABLE "ticket_messages" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "ticket_messages_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"ticket_id" bigint NOT NULL,
	"seq" integer NOT NULL,
	"author" text NOT NULL,
	"kind" text NOT NULL,
	"account_id" bigint,
	"origin" text DEFAULT 'web' NOT NULL,
	"text" text NOT NULL,
	"change" jsonb,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "ticket_messages_note" CHECK (kind <> 'note' or author = 'staff'),
	CONSTRAINT "ticket_messages_change" CHECK ((kind = 'change') = (change is not null))
);
--> statement-breakpoint
CREATE TABLE "tickets" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "tickets_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"account_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"level" text NOT NULL,
	"subject" text NOT NULL,
	"status" text DEFAULT 'open' NOT NULL,
	"waits" text DEFAULT 'waiting_staff',
	"waits_since" timestamp with time zone,
	"bundle" jsonb,
	"assignee_id" bigint,
	"created_at" timestamp with time zone NOT NULL,
	"answered_at" timestamp with time zone,
	"last_message_at" timestamp with time zone NOT NULL,
	"last_seq" integer DEFAULT 0 NOT NULL,
	"seen_seq" integer DEFAULT 0 NOT NULL,
	"staff_seq" integer DEFAULT 0 NOT NULL,
	"replies" integer DEFAULT 0 NOT NULL,
	"closed_at" timestamp with time zone,
	"closed_by" text,
	"score" smallint,
	"score_text" text,
	"version" bigint DEFAULT nextval('ticket_versions') NOT NULL,
	CONSTRAINT "tickets_waits" CHECK ((status = 'open') = (waits is not null) and (status = 'open') = (waits_since is not null)),
	CONSTRAINT "tickets_closed" CHECK ((status = 'closed') = (closed_at is not null) and (status = 'closed') = (closed_by is not null)),
	CONSTRAINT "tickets_score" CHECK (score between 1 and 5)
);
--> statement-breakpoint
ALTER TABLE "files" DROP CONSTRAINT "files_purpose";--> statement-breakpoint
ALTER TABLE "event_deliveries" ADD COLUMN "skipped" text;--> statement-breakpoint
ALTER TABLE "link_fetches" ADD COLUMN "program" text;--> statement-breakpoint
ALTER TABLE "link_fetches" ADD COLUMN "version" text;--> statement-breakpoint
ALTER TABLE "link_fetches" ADD COLUMN "group_id" bigint;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "event_id" bigint;--> statement-breakpoint
ALTER TABLE "bulk_changes" ADD CONSTRAINT "bulk_changes_by_account_id_accounts_id_fk" FOREIGN KEY ("by_account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bulk_targets" ADD CONSTRAINT "bulk_targets_change_id_bulk_changes_id_fk" FOREIGN KEY ("change_id") REFERENCES "public"."bulk_changes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bulk_targets" ADD CONSTRAINT "bulk_targets_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "clock_checks" ADD CONSTRAINT "clock_checks_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "member_notes" ADD CONSTRAINT "member_notes_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "member_notes" ADD CONSTRAINT "member_notes_author_id_accounts_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_devices" ADD CONSTRAINT "push_devices_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "quiet_hours" ADD CONSTRAINT "quiet_hours_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reminder_choices" ADD CONSTRAINT "reminder_choices_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "telegram_bindings" ADD CONSTRAINT "telegram_bindings_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "telegram_guests" ADD CONSTRAINT "telegram_guests_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "telegram_messages" ADD CONSTRAINT "telegram_messages_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticket_lookers" ADD CONSTRAINT "ticket_lookers_ticket_id_tickets_id_fk" FOREIGN KEY ("ticket_id") REFERENCES "public"."tickets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticket_lookers" ADD CONSTRAINT "ticket_lookers_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticket_files" ADD CONSTRAINT "ticket_files_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticket_files" ADD CONSTRAINT "ticket_files_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticket_files" ADD CONSTRAINT "ticket_files_message_id_ticket_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."ticket_messages"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticket_mails" ADD CONSTRAINT "ticket_mails_ticket_id_tickets_id_fk" FOREIGN KEY ("ticket_id") REFERENCES "public"."tickets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticket_messages" ADD CONSTRAINT "ticket_messages_ticket_id_tickets_id_fk" FOREIGN KEY ("ticket_id") REFERENCES "public"."tickets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticket_messages" ADD CONSTRAINT "ticket_messages_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tickets" ADD CONSTRAINT "tickets_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tickets" ADD CONSTRAINT "tickets_assignee_id_accounts_id_fk" FOREIGN KEY ("assignee_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "bulk_changes_key" ON "bulk_changes" USING btree ("by_account_id","key");--> statement-breakpoint
CREATE INDEX "bulk_changes_created" ON "bulk_changes" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "bulk_targets_state" ON "bulk_targets" USING btree ("change_id","state","account_id");--> statement-breakpoint
CREATE INDEX "member_notes_account" ON "member_notes" USING btree ("account_id","at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "push_devices_endpoint" ON "push_devices" USING btree ("endpoint");--> statement-breakpoint
CREATE INDEX "push_devices_account" ON "push_devices" USING btree ("account_id");--> statement-breakpoint
CREATE UNIQUE INDEX "telegram_bindings_user" ON "telegram_bindings" USING btree ("telegram_id");--> statement-breakpoint
CREATE INDEX "telegram_guests_account" ON "telegram_guests" USING btree ("account_id");--> statement-breakpoint
CREATE UNIQUE INDEX "telegram_messages_cause" ON "telegram_messages" USING btree ("chat_id","cause") WHERE cause is not null;--> statement-breakpoint
CREATE INDEX "telegram_messages_due" ON "telegram_messages" USING btree ("chat_id","id") WHERE done_at is null;--> statement-breakpoint
CREATE INDEX "telegram_messages_sent" ON "telegram_messages" USING btree ("chat_id","message_id") WHERE message_id is not null;--> statement-breakpoint
CREATE INDEX "telegram_messages_created" ON "telegram_messages" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "telegram_messages_account" ON "telegram_messages" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "telegram_updates_due" ON "telegram_updates" USING btree ("chat_id","update_id") WHERE done_at is null;--> statement-breakpoint
CREATE INDEX "telegram_updates_received" ON "telegram_updates" USING btree ("received_at");--> statement-breakpoint
CREATE UNIQUE INDEX "ticket_files_file" ON "ticket_files" USING btree ("file_id");--> statement-breakpoint
CREATE INDEX "ticket_files_message" ON "ticket_files" USING btree ("message_id");--> statement-breakpoint
CREATE INDEX "ticket_files_unsent" ON "ticket_files" USING btree ("created_at") WHERE message_id is null;--> statement-breakpoint
CREATE UNIQUE INDEX "ticket_mails_message" ON "ticket_mails" USING btree ("message_id");--> statement-breakpoint
CREATE INDEX "ticket_mails_at" ON "ticket_mails" USING btree ("at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "ticket_messages_seq" ON "ticket_messages" USING btree ("ticket_id","seq");--> statement-breakpoint
CREATE UNIQUE INDEX "tickets_open" ON "tickets" USING btree ("account_id","kind") WHERE status = 'open';--> statement-breakpoint
CREATE INDEX "tickets_account" ON "tickets" USING btree ("account_id","last_message_at","id");--> statement-breakpoint
CREATE INDEX "tickets_created" ON "tickets" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "tickets_last" ON "tickets" USING btree ("last_message_at","id");--> statement-breakpoint
CREATE INDEX "tickets_version" ON "tickets" USING btree ("version");--> statement-breakpoint
CREATE INDEX "tickets_waiting" ON "tickets" USING btree ("waits","waits_since") WHERE status = 'open';--> statement-breakpoint
CREATE INDEX "tickets_assignee" ON "tickets" USING btree ("assignee_id") WHERE status = 'open';--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "accounts_email_parts" ON "accounts" USING gin ("email_key" gin_trgm_ops) WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "accounts_phone_parts" ON "accounts" USING gin ("phone" gin_trgm_ops) WITH (fastupdate=false) WHERE phone is not null;--> statement-breakpoint
CREATE INDEX "accounts_remarked" ON "accounts" USING btree ("id") WHERE remarks <> '';--> statement-breakpoint
CREATE INDEX "link_fetches_network" ON "link_fetches" USING btree ("network");--> statement-breakpoint
CREATE UNIQUE INDEX "messages_event" ON "messages" USING btree ("event_id");--> statement-breakpoint
CREATE INDEX "sessions_ip" ON "sessions" USING btree ("ip");--> statement-breakpoint
ALTER TABLE "files" ADD CONSTRAINT "files_purpose" CHECK (purpose = 'material' or (purpose in ('avatar', 'private') and owner_id is not null and folder_id is null));
--> statement-breakpoint
-- Earlier fetches count as having got the nodes their member has now.
UPDATE "link_fetches" SET "group_id" = "subscriptions"."group_id" FROM "subscriptions" WHERE "subscriptions"."account_id" = "link_fetches"."account_id";

--> statement-breakpoint
-- Who looks at what is known again within seconds after a crash.
alter table ticket_lookers set unlogged;

--> statement-breakpoint
-- One number of days became a list of steps; 0 was none.
UPDATE "settings" SET "value" = CASE WHEN "value" = '0'::jsonb THEN '[]'::jsonb ELSE jsonb_build_array("value") END
WHERE "key" = 'subscription.expiry_notice_days' AND jsonb_typeof("value") = 'number';--> statement-breakpoint
-- A reminder's cause names its step too. Open ones go on as the last step, so that nobody is reminded twice of the same.
UPDATE "events" SET "cause" = "cause" || ' 3' WHERE "type" = 'plan_expiring' AND "ended_at" IS NULL;
