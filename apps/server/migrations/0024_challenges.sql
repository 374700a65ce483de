-- UNLOGGED: written on a hot path, and need not survive a crash of the database.
CREATE UNLOGGED TABLE "used_proofs" (
	"hash" "bytea" PRIMARY KEY NOT NULL,
	"ends_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "untrusted_proxies" (
	"is_inside" boolean PRIMARY KEY NOT NULL,
	"address" text NOT NULL,
	"seen_at" timestamp with time zone NOT NULL
);
