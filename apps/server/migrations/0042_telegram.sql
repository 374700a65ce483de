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
ALTER TABLE "telegram_bindings" ADD CONSTRAINT "telegram_bindings_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "telegram_guests" ADD CONSTRAINT "telegram_guests_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "telegram_messages" ADD CONSTRAINT "telegram_messages_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "telegram_bindings_user" ON "telegram_bindings" USING btree ("telegram_id");--> statement-breakpoint
CREATE INDEX "telegram_guests_account" ON "telegram_guests" USING btree ("account_id");--> statement-breakpoint
CREATE UNIQUE INDEX "telegram_messages_cause" ON "telegram_messages" USING btree ("chat_id","cause") WHERE cause is not null;--> statement-breakpoint
CREATE INDEX "telegram_messages_due" ON "telegram_messages" USING btree ("chat_id","id") WHERE done_at is null;--> statement-breakpoint
CREATE INDEX "telegram_messages_sent" ON "telegram_messages" USING btree ("chat_id","message_id") WHERE message_id is not null;--> statement-breakpoint
CREATE INDEX "telegram_messages_created" ON "telegram_messages" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "telegram_messages_account" ON "telegram_messages" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "telegram_updates_due" ON "telegram_updates" USING btree ("chat_id","update_id") WHERE done_at is null;--> statement-breakpoint
CREATE INDEX "telegram_updates_received" ON "telegram_updates" USING btree ("received_at");