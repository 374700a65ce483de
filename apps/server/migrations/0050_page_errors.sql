CREATE TABLE "page_errors" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "page_errors_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"fingerprint" text NOT NULL,
	"message" text NOT NULL,
	"page" text NOT NULL,
	"browser" text,
	"version" text NOT NULL,
	"times" integer NOT NULL,
	"first_at" timestamp with time zone NOT NULL,
	"last_at" timestamp with time zone NOT NULL,
	CONSTRAINT "page_errors_size" CHECK (length(message) <= 300 and length(page) <= 200 and length(version) <= 40),
	CONSTRAINT "page_errors_times" CHECK (times > 0)
);
--> statement-breakpoint
CREATE UNIQUE INDEX "page_errors_fingerprint" ON "page_errors" USING btree ("fingerprint");--> statement-breakpoint
CREATE INDEX "page_errors_last" ON "page_errors" USING btree ("last_at","id");