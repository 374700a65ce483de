ALTER TABLE "accounts" ADD COLUMN "main_id" bigint;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "chosen_id" bigint;--> statement-breakpoint
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_main_id_accounts_id_fk" FOREIGN KEY ("main_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_chosen_id_accounts_id_fk" FOREIGN KEY ("chosen_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "accounts_main" ON "accounts" USING btree ("main_id") WHERE main_id is not null;--> statement-breakpoint
CREATE INDEX "sessions_chosen" ON "sessions" USING btree ("chosen_id") WHERE chosen_id is not null;--> statement-breakpoint
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_other_main" CHECK (main_id <> id);