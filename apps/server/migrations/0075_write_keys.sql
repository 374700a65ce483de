CREATE TABLE "write_keys" (
	"account_id" bigint NOT NULL,
	"key" text NOT NULL,
	"request" "bytea" NOT NULL,
	"owner" uuid NOT NULL,
	"claimed_at" timestamp with time zone NOT NULL,
	"marks" uuid[] DEFAULT '{}' NOT NULL,
	"answer" text,
	CONSTRAINT "write_keys_account_id_key_pk" PRIMARY KEY("account_id","key")
);
--> statement-breakpoint
CREATE INDEX "write_keys_claimed" ON "write_keys" USING btree ("claimed_at");