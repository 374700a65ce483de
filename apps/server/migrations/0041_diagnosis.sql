CREATE TABLE "clock_checks" (
	"account_id" bigint PRIMARY KEY NOT NULL,
	"skew_ms" bigint NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "link_fetches" ADD COLUMN "program" text;--> statement-breakpoint
ALTER TABLE "link_fetches" ADD COLUMN "version" text;--> statement-breakpoint
ALTER TABLE "link_fetches" ADD COLUMN "group_id" bigint;--> statement-breakpoint
ALTER TABLE "clock_checks" ADD CONSTRAINT "clock_checks_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
-- Earlier fetches count as having got the nodes their member has now.
UPDATE "link_fetches" SET "group_id" = "subscriptions"."group_id" FROM "subscriptions" WHERE "subscriptions"."account_id" = "link_fetches"."account_id";
