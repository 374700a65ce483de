CREATE TABLE "search_misses" (
	"question" text NOT NULL,
	"asker" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "search_misses_question_asker_pk" PRIMARY KEY("question","asker")
);
--> statement-breakpoint
CREATE TABLE "telegram_refusals" (
	"chat_id" bigint PRIMARY KEY NOT NULL,
	"error" text NOT NULL,
	"refused_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "backups" ADD COLUMN "stored_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "backups" ADD COLUMN "store_fault" text;--> statement-breakpoint
CREATE INDEX "search_misses_at" ON "search_misses" USING btree ("at");--> statement-breakpoint
CREATE INDEX "coupons_code_plain" ON "coupons" USING btree (replace("code", '-', ''));