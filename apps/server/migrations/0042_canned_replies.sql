CREATE TABLE "canned_replies" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "canned_replies_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"title" text NOT NULL,
	"text" text NOT NULL,
	"translations" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "canned_replies_texts" CHECK (title <> '' and text <> '')
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
ALTER TABLE "ticket_lookers" ADD CONSTRAINT "ticket_lookers_ticket_id_tickets_id_fk" FOREIGN KEY ("ticket_id") REFERENCES "public"."tickets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticket_lookers" ADD CONSTRAINT "ticket_lookers_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
-- Who looks at what is known again within seconds after a crash.
alter table ticket_lookers set unlogged;
