CREATE TABLE "message_texts" (
	"template" text NOT NULL,
	"language" text NOT NULL,
	"subject" text NOT NULL,
	"text" text NOT NULL,
	"sms" text NOT NULL,
	"changed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "message_texts_template_language_pk" PRIMARY KEY("template","language")
);
--> statement-breakpoint
CREATE TABLE "messages" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "messages_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp with time zone NOT NULL,
	"channel" text NOT NULL,
	"recipient" text NOT NULL,
	"account_id" bigint,
	"template" text NOT NULL,
	"language" text NOT NULL,
	"data" jsonb NOT NULL,
	"secret" text,
	"status" text DEFAULT 'queued' NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"next_try_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"fault" text,
	"error" text,
	"sent_at" timestamp with time zone,
	CONSTRAINT "messages_secret_ends" CHECK (status = 'queued' or secret is null),
	CONSTRAINT "messages_sent" CHECK ((status = 'sent') = (sent_at is not null))
);
--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "messages_due" ON "messages" USING btree ("channel","next_try_at") WHERE status = 'queued';--> statement-breakpoint
CREATE INDEX "messages_at" ON "messages" USING btree ("at","id");--> statement-breakpoint
CREATE INDEX "messages_recipient" ON "messages" USING btree ("recipient" text_pattern_ops,"at");--> statement-breakpoint
CREATE INDEX "messages_account" ON "messages" USING btree ("account_id","at");