CREATE TABLE "holder_keys" (
	"account_id" bigint NOT NULL,
	"key" text NOT NULL,
	CONSTRAINT "holder_keys_account_id_key_pk" PRIMARY KEY("account_id","key")
);
--> statement-breakpoint
CREATE TABLE "renewal_prices" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "renewal_prices_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"account_id" bigint NOT NULL,
	"term_end" timestamp with time zone NOT NULL,
	"price_amount" bigint NOT NULL,
	"fee_amount" bigint NOT NULL,
	"currency" char(3) NOT NULL,
	"agreed" boolean DEFAULT false NOT NULL,
	"told_at" timestamp with time zone NOT NULL,
	CONSTRAINT "renewal_prices_amounts" CHECK (least(price_amount, fee_amount) >= 0)
);
--> statement-breakpoint
ALTER TABLE "holder_keys" ADD CONSTRAINT "holder_keys_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "renewal_prices" ADD CONSTRAINT "renewal_prices_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "holder_keys_key" ON "holder_keys" USING btree ("key");--> statement-breakpoint
CREATE INDEX "renewal_prices_account" ON "renewal_prices" USING btree ("account_id","id");